import { Command, type OptionValues } from 'commander'
import { checkDatabaseUrl } from '../config/database-url.js'
import { readSetting } from '../config/setting.js'
import { SETTINGS } from '../config/settings.js'
import { CommandFailed } from '../contract/command-failed.js'
import { copyBoards } from '../store/copy.js'
import type { Database } from '../store/database.js'
import { fillDatabase, openDatabase, openOwnDatabase } from '../store/open-store.js'
import { DatabaseInUse } from '../store/owner/wait-for-lock.js'
import { createSqlStore } from '../store/sql/store.js'
import { backUp } from '../store/sqlite/backup.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { explaining, withoutPassword } from '../store/unusable.js'
import { NAME } from '../version.js'
import { callServer } from './class-client.js'
import { addServerFlags, requireServer } from './server-flags.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Backs up, copies and upgrades databases. */
export function databaseCommand(): Command {
  const command = new Command('database')
    .summary('Back up, copy and upgrade databases')
    .description('Backs up, copies and upgrades databases, and restarts the fault plan of the default board.')
    .usage('[command] [flags]')
    .argument('[command]')
    .action((name: string | undefined) =>
      command.error(`${name === undefined ? 'missing command' : `unknown command '${name}'`}; see 'database --help'`),
    )
  for (const add of [addBackup, addCopy, addMigrate, addResetFaults]) add(command)
  return command
}

function addMigrate(command: Command): void {
  const migrate = command
    .command('migrate')
    .description('Create the tables of a database, or upgrade them to this version. `start` does the same.')
    .action(async (options) => {
      const url = readDatabaseUrl(options)
      const database = await openOwnDatabase(url, 'create', { onWait: warn })
      await database.close()
      console.log(`The tables in ${withoutPassword(url)} are up to date.`)
    })
  addSettings(migrate, SETTINGS.databaseUrl)
}

function addBackup(command: Command): void {
  const backup = command
    .command('backup')
    .description('Write a copy of a SQLite database to a new file. The service can run at the same time.')
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
  addSettings(backup, SETTINGS.databaseUrl)
}

function addCopy(command: Command): void {
  command
    .command('copy')
    .description('Copy everything from one database to an empty one. Stop the service first.')
    .requiredOption('--from <url>', 'The database to read, as in DATABASE_URL')
    .requiredOption('--to <url>', 'The database to fill, as in DATABASE_URL')
    .action(async ({ from, to }) => {
      checkDatabaseUrl('--from', from)
      checkDatabaseUrl('--to', to)
      const source = await openDatabase(from, 'read')
      try {
        const explained: Pick<Database, 'readTransaction'> = {
          readTransaction: (work) =>
            source.readTransaction(({ all }) => work({ all: (...query) => explaining(from, all(...query)) })),
        }
        const counts = await fillDatabase(to, (target) => copyBoards(explained, target), { onWait: warn })
        const summary = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
        console.log(`Copied ${withoutPassword(from)} to ${withoutPassword(to)}: ${summary.join(', ')}.`)
      } finally {
        await source.close()
      }
    })
}

function addResetFaults(command: Command): void {
  const reset = command
    .command('reset-faults')
    .description(
      'Restart the fault plan of the default board: that of a running service with --server, otherwise that in the database.',
    )
    .hook('preAction', requireServer)
    .action(async ({ server, token, ...options }) => {
      if (server !== undefined) {
        await callServer({ server, token }, 'POST', `/boards/${DEFAULT_BOARD}/faults/restart`)
        console.log(`Restarted the fault plan of ${server}.`)
        return
      }
      const url = readDatabaseUrl(options)
      const database = await openOwnDatabase(url, 'require', { patience: 0 }).catch((error) => {
        if (!(error.cause instanceof DatabaseInUse)) throw error
        throw new CommandFailed(`${error.message}; if this is a service, give its URL with --server`)
      })
      const store = createSqlStore(database)
      await explaining(url, store.restartFaultPlan(DEFAULT_BOARD))
      await store.close()
      console.log(`Restarted the fault plan in ${withoutPassword(url)}.`)
    })
  addServerFlags(addSettings(reset, SETTINGS.databaseUrl), 'The administrator token of --server')
}

function warn(message: string): void {
  console.error(`${NAME}: ${message}`)
}

/** Reads DATABASE_URL alone, so that the other settings do not matter. */
function readDatabaseUrl(flags: OptionValues): string {
  return String(readSetting(SETTINGS.databaseUrl, [givenSettings(flags), process.env]))
}
