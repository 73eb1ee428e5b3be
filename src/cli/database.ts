import { Command, type OptionValues } from 'commander'
import { checkDatabaseUrl } from '../config/database-url.js'
import { readSetting } from '../config/setting.js'
import { SETTINGS } from '../config/settings.js'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { CommandFailed } from '../contract/command-failed.js'
import { openStore } from '../rooms/open-store.js'
import { copyStorage } from '../rooms/storage/copy.js'
import { DatabaseInUse } from '../rooms/storage/lock.js'
import { type Change, dropOld, undoMigration } from '../rooms/storage/migration/tables.js'
import { changeTables, describeMigration, isSqlite, openReads, openStorage } from '../rooms/storage/open-storage.js'
import { requireFile, withNewFile } from '../rooms/storage/sqlite/files.js'
import type { Storage } from '../rooms/storage/storage.js'
import { explaining, withoutPassword } from '../rooms/storage/unusable.js'
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
  for (const add of [addBackup, addCopy, addMigrate, addUndoMigration, addDropOld, addResetFaults]) add(command)
  return command
}

function addMigrate(command: Command): void {
  const migrate = command
    .command('migrate')
    .description('Create the tables of a database, or upgrade them to this version. `start` does the same.')
    .action(async (options) => {
      const url = readDatabaseUrl(options)
      await (await open(url)).close()
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
      // Loads the driver.
      const { backUpSqlite } = await import('../rooms/storage/sqlite/read-only.js')
      await backUpSqlite(url, to)
      console.log(`Backed up ${url} to ${to}.`)
    })
  addSettings(backup, SETTINGS.databaseUrl)
}

function addCopy(command: Command): void {
  command
    .command('copy')
    .description('Copy everything from one database to an empty one. The service can use the first one meanwhile.')
    .requiredOption('--from <url>', 'The database to read, as in DATABASE_URL')
    .requiredOption('--to <url>', 'The database to fill, as in DATABASE_URL')
    .action(async ({ from, to }) => {
      checkDatabaseUrl('--from', from)
      checkDatabaseUrl('--to', to)
      const source = await openReads(from)
      try {
        const copied = await withNewFile(to, async () => {
          const target = await open(to)
          return explaining(to, copyStorage(source, target)).finally(target.close)
        })
        const summary = Object.entries(copied).map(([name, count]) => `${name} ${count}`)
        console.log(`Copied ${withoutPassword(from)} to ${withoutPassword(to)}: ${summary.join(', ')}.`)
      } finally {
        await source.close()
      }
    })
}

function addUndoMigration(command: Command): void {
  addChange(command, {
    name: 'undo-migration',
    description:
      'Bring the tables of version 2 back. Everything that was written since the upgrade is lost. Stop the service first.',
    change: undoMigration,
    done: 'Version 2 of the service can use',
  })
}

function addDropOld(command: Command): void {
  addChange(command, {
    name: 'drop-old',
    description: 'Delete the tables of version 2 that the upgrade has kept. Stop the service first.',
    change: dropOld,
    done: 'Deleted the tables of version 2 in',
  })
}

function addChange(
  command: Command,
  { name, description, change, done }: { name: string; description: string; change: Change; done: string },
): void {
  const added = command
    .command(name)
    .description(description)
    .action(async (options) => {
      const url = readDatabaseUrl(options)
      await changeTables(url, change, { onWait: warn })
      console.log(`${done} ${withoutPassword(url)}.`)
    })
  addSettings(added, SETTINGS.databaseUrl)
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
      if (isSqlite(url)) requireFile(url)
      const store = await openStore(url, {}, { patience: 0 }).catch((error) => {
        if (!(error.cause instanceof DatabaseInUse)) throw error
        throw new CommandFailed(`${error.message}; if this is a service, give its URL with --server`)
      })
      await explaining(url, store.restartFaultPlan(DEFAULT_BOARD))
      await store.close()
      console.log(`Restarted the fault plan in ${withoutPassword(url)}.`)
    })
  addServerFlags(addSettings(reset, SETTINGS.databaseUrl), 'The administrator token of --server')
}

/** Opens a database, whose tables are then those of this version. */
function open(url: string): Promise<Storage> {
  return openStorage(
    url,
    {
      onForget() {},
      onLost: warnOf,
      onFailure: warnOf,
      onMigrated: (migrated) => warn(describeMigration(migrated)),
    },
    { onWait: warn },
  )
}

function warnOf({ message }: Error): void {
  warn(message)
}

function warn(message: string): void {
  console.error(`${NAME}: ${message}`)
}

/** Reads DATABASE_URL alone, so that the other settings do not matter. */
function readDatabaseUrl(flags: OptionValues): string {
  return String(readSetting(SETTINGS.databaseUrl, [givenSettings(flags), process.env]))
}
