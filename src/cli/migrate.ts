/** Upgrades the tables of a database to this version: `npm run migrate`. */
import { openStore, withoutPassword } from '../store/open-store.js'
import { runCommand } from './run-command.js'

await runCommand(async ({ databaseUrl }) => {
  const store = await openStore(databaseUrl)
  await store.close()
  console.log(`The tables in ${withoutPassword(databaseUrl)} are up to date.`)
})
