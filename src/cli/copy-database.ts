/** Copies all boards to an empty database, SQLite or PostgreSQL: `npm run copy-database`. */
import { ConfigurationError } from '../config.js'
import { copyBoards } from '../store/copy.js'
import { openDatabase, withoutPassword } from '../store/open-store.js'
import { runCommand } from './run-command.js'

const USAGE = 'npm run copy-database -- --from <DATABASE_URL> --to <DATABASE_URL>'

await runCommand(
  async (_, { from, to }) => {
    if (from === undefined || to === undefined) throw new ConfigurationError(`Usage: ${USAGE}`)
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
  },
  ['from', 'to'],
)
