import { Command } from 'commander'
import { checkDatabaseUrl } from '../config/config-values.js'
import { copyBoards } from '../store/copy.js'
import { openDatabase, withoutPassword } from '../store/open-store.js'

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
      const source = await openDatabase(from, 'require')
      try {
        const target = await openDatabase(to, 'create')
        try {
          const counts = Object.entries(await copyBoards(source, target))
          const summary = counts.map(([table, count]) => `${table} ${count}`).join(', ')
          console.log(`Copied ${withoutPassword(from)} to ${withoutPassword(to)}: ${summary}.`)
        } finally {
          await target.close()
        }
      } finally {
        await source.close()
      }
    })
}
