import { Command, type OptionValues } from 'commander'
import { checkDatabaseUrl } from '../config/database-url.js'
import { readSetting } from '../config/setting.js'
import { SETTINGS } from '../config/settings.js'
import { CommandFailed } from '../contract/command-failed.js'
import { copyBoards } from '../store/copy.js'
import { explaining, fillDatabase, openDatabase, withoutPassword } from '../store/open-store.js'
import { createSqlStore } from '../store/sql/store.js'
import { backUp } from '../store/sqlite/backup.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Upgrades the tables of a database to this version. */
export function migrate(): Command {
  const command = new Command('migrate')
    .summary('Upgrade the tables of a database to this version')
    .description('Creates the tables of a database, or upgrades them to this version. `start` does the same.')
    .action(async (options) => {
      const url = readDatabaseUrl(options)
      const database = await openDatabase(url, 'create')
      await database.close()
      console.log(`The tables in ${withoutPassword(url)} are up to date.`)
    })
  return addSettings(command, SETTINGS.databaseUrl)
}

/** Backs up a SQLite database. */
export function backup(): Command {
  const command = new Command('backup')
    .summary('Back up a SQLite database')
    .description('Writes a copy of a SQLite database to a new file. The service can run at the same time.')
    .requiredOption('--to <file>', 'The file to write; it must not exist')
    .action(async ({ to, ...options }) => {
      const url = readDatabaseUrl(options)
      if (!url.startsWith('sqlite:')) {
        throw new CommandFailed(
          "Back up a PostgreSQL database with pg_dump: 'pg_dump --format=custom --file=<file> <URL>'. pg_restore restores it",
        )
      }
      const database = await openDatabase(url, 'read')
      try {
        await backUp(database, to)
      } finally {
        await database.close()
      }
      console.log(`Backed up ${url} to ${to}.`)
    })
  return addSettings(command, SETTINGS.databaseUrl)
}

/** Copies all boards to an empty database, SQLite or PostgreSQL. */
export function copyDatabase(): Command {
  return new Command('copy-database')
    .summary('Copy all boards to an empty database')
    .description('Copies everything from one database to an empty one. Stop the service first.')
    .requiredOption('--from <url>', 'The database to read, as in DATABASE_URL')
    .requiredOption('--to <url>', 'The database to fill, as in DATABASE_URL')
    .action(async ({ from, to }) => {
      checkDatabaseUrl('--from', from)
      checkDatabaseUrl('--to', to)
      const source = await openDatabase(from, 'read')
      try {
        const counts = await fillDatabase(to, (target) =>
          copyBoards({ all: (...query) => explaining(from, source.all(...query)) }, target),
        )
        const summary = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
        console.log(`Copied ${withoutPassword(from)} to ${withoutPassword(to)}: ${summary.join(', ')}.`)
      } finally {
        await source.close()
      }
    })
}

/** Restarts the fault plan of the default board. */
export function resetFaults(): Command {
  const command = new Command('reset-faults')
    .summary('Restart the fault plan of the default board')
    .description('Restarts the fault plan of the default board. The service can run at the same time.')
    .action(async (options) => {
      const url = readDatabaseUrl(options)
      const store = createSqlStore(await openDatabase(url, 'require'))
      await explaining(url, store.restartFaultPlan(DEFAULT_BOARD))
      await store.close()
      console.log(`Restarted the fault plan in ${withoutPassword(url)}.`)
    })
  return addSettings(command, SETTINGS.databaseUrl)
}

/** Reads DATABASE_URL alone, so that the other settings do not matter. */
function readDatabaseUrl(flags: OptionValues): string {
  return String(readSetting(SETTINGS.databaseUrl, [givenSettings(flags), process.env]))
}
