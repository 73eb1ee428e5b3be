import { Command } from 'commander'
import { readDatabaseUrl } from '../config/config.js'
import { CommandFailed } from '../contract/command-failed.js'
import { openDatabase } from '../store/open-store.js'
import { backUp } from '../store/sqlite/backup.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Backs up a SQLite database. */
export function backup(): Command {
  const command = new Command('backup')
    .summary('Back up a SQLite database')
    .description('Writes a copy of a SQLite database to a new file. The service can run meanwhile.')
    .requiredOption('--to <file>', 'The file to write; it must not exist')
    .action(async ({ to, ...options }) => {
      const url = readDatabaseUrl(givenSettings(options), process.env)
      if (!url.startsWith('sqlite:')) {
        throw new CommandFailed('Back up a PostgreSQL database with pg_dump: see docs/stores.md')
      }
      const database = await openDatabase(url, 'require')
      try {
        await backUp(database, to)
      } finally {
        await database.close()
      }
      console.log(`Backed up ${url} to ${to}.`)
    })
  return addSettings(command, ['DATABASE_URL'])
}
