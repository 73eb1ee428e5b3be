/** Restarts the fault plan of the default board. The service can run meanwhile: `npm run faults:reset`. */
import { openDatabase, withoutPassword } from '../store/open-store.js'
import { createSqlStore } from '../store/sql/store.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { runCommand } from './run-command.js'

await runCommand(async ({ databaseUrl }) => {
  const store = createSqlStore(await openDatabase(databaseUrl, 'create'))
  await store.restartFaultPlan(DEFAULT_BOARD)
  await store.close()
  console.log(`Restarted the fault plan in ${withoutPassword(databaseUrl)}.`)
})
