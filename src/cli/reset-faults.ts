/** Begins the plan of faults again at its first request: `npm run faults:reset`. A running service notices at once. */

import { openStore, withoutPassword } from '../store/open-store.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { runCommand } from './run-command.js'

await runCommand(async ({ databaseUrl }) => {
  const store = await openStore(databaseUrl)
  await store.restartFaultPlan(DEFAULT_BOARD)
  await store.close()
  console.log(`The plan of faults in ${withoutPassword(databaseUrl)} begins again.`)
})
