import type { Command, OptionValues } from 'commander'
import {
  backUpSqlite,
  type Change,
  changeTables,
  copyStorage,
  DatabaseInUse,
  describeMigration,
  dropOld,
  explaining,
  isSqlite,
  openReads,
  openStorage,
  openStore,
  requireFile,
  type Storage,
  undoMigration,
  withNewFile,
  withoutPassword,
} from '../app/database.js'
import { checkDatabaseUrl } from '../app/database-url.js'
import { readSetting } from '../app/setting.js'
import { SETTINGS } from '../app/settings.js'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { CommandFailed } from '../contract/command-failed.js'
import { NAME } from '../version.js'
import { createGroup } from './arguments.js'
import { callServer } from './class-client.js'
import { addServerFlags, requireServer } from './server-flags.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Backs up, copies and upgrades databases. */
export function databaseCommand(): Command {
  const command = createGroup(
    'database',
    'Back up, copy and upgrade databases',
    'Backs up, copies and upgrades databases, and restarts the fault plan of the default board.',
  )
  const add = (name: string, description: string) => command.command(name).description(description)
  /** Lets a command use the database of DATABASE_URL. */
  const onDatabase = (added: Command, run: (url: string, options: OptionValues) => Promise<void>) =>
    addSettings(added, SETTINGS.databaseUrl).action((options) => run(readDatabaseUrl(options), options))

  onDatabase(
    add(
      'backup',
      'Write a copy of a SQLite database to a new file. The service can run at the same time.',
    ).requiredOption('--to <file>', 'The file to write; it must not exist'),
    backUp,
  )
  add('copy', 'Copy everything from one database to an empty one. The service can use the first one meanwhile.')
    .requiredOption('--from <url>', 'The database to read, as in DATABASE_URL')
    .requiredOption('--to <url>', 'The database to fill, as in DATABASE_URL')
    .action(copy)
  onDatabase(
    add('migrate', 'Create the tables of a database, or upgrade them to this version. `start` does the same.'),
    migrate,
  )
  onDatabase(
    add(
      'undo-migration',
      'Bring the tables of version 2 back. Everything that was written since the upgrade is lost. Stop the service first.',
    ),
    (url) => alter(url, undoMigration, 'Version 2 of the service can use'),
  )
  onDatabase(
    add('drop-old', 'Delete the tables of version 2 that the upgrade has kept. Stop the service first.'),
    (url) => alter(url, dropOld, 'Deleted the tables of version 2 in'),
  )
  const resetFaults = add(
    'reset-faults',
    'Restart the fault plan of the default board: that of a running service with --server, otherwise that in the database.',
  )
  addServerFlags(addSettings(resetFaults, SETTINGS.databaseUrl), 'The administrator token of --server')
  resetFaults.hook('preAction', requireServer).action(restartFaults)
  return command
}

async function migrate(url: string): Promise<void> {
  await (await open(url)).close()
  console.log(`The tables in ${withoutPassword(url)} are up to date.`)
}

async function alter(url: string, change: Change, done: string): Promise<void> {
  await changeTables(url, change, { onWait: warn })
  console.log(`${done} ${withoutPassword(url)}.`)
}

async function backUp(url: string, { to }: OptionValues): Promise<void> {
  if (!url.startsWith('sqlite:')) {
    throw new CommandFailed(
      "Back up a PostgreSQL database with pg_dump: 'pg_dump --format=custom --file=<file> <URL>'. pg_restore restores it",
    )
  }
  await backUpSqlite(url, to)
  console.log(`Backed up ${url} to ${to}.`)
}

async function copy({ from, to }: OptionValues): Promise<void> {
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
}

async function restartFaults({ server, token, ...options }: OptionValues): Promise<void> {
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
}

/** Opens a database, whose tables are then those of this version. */
function open(url: string): Promise<Storage> {
  return openStorage(
    url,
    {
      onForget() {},
      onLost: ({ message }) => warn(message),
      onFailure: ({ message }) => warn(message),
      onMigrated: (migrated) => warn(describeMigration(migrated)),
    },
    { onWait: warn },
  )
}

function warn(message: string): void {
  console.error(`${NAME}: ${message}`)
}

/** Reads DATABASE_URL alone, so that the other settings do not matter. */
function readDatabaseUrl(flags: OptionValues): string {
  return String(readSetting(SETTINGS.databaseUrl, [givenSettings(flags), process.env]))
}
