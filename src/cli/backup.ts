/** Backs up a SQLite database. The service can run meanwhile: `npm run backup -- --to <file>`. */
import { ConfigurationError } from '../config.js'
import { openDatabase, StoreUnusable } from '../store/open-store.js'
import { backUp } from '../store/sqlite/backup.js'
import { runCommand } from './run-command.js'

await runCommand(
  async ({ databaseUrl }, { to }) => {
    if (to === undefined) throw new ConfigurationError('Usage: npm run backup -- --to <file>')
    if (!databaseUrl.startsWith('sqlite:')) {
      throw new StoreUnusable('Back up a PostgreSQL database with pg_dump: see docs/stores.md')
    }
    const database = await openDatabase(databaseUrl, 'require')
    try {
      await backUp(database, to)
    } finally {
      await database.close()
    }
    console.log(`Backed up ${databaseUrl} to ${to}.`)
  },
  ['to'],
)
