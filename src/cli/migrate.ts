/** Upgrades the tables of a database to this version: `npm run migrate`. */
import { openDatabase, withoutPassword } from '../store/open-store.js'
import { runCommand } from './run-command.js'

await runCommand(async ({ databaseUrl }) => {
  const database = await openDatabase(databaseUrl, 'create')
  await database.close()
  console.log(`The tables in ${withoutPassword(databaseUrl)} are up to date.`)
})
