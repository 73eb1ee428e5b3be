/** Begins the plan of faults again at its first request: `npm run faults:reset`. A running service takes it up at once. */
import { readConfiguration } from './config.js'
import { openStore } from './store/open-store.js'
import { DEFAULT_BOARD } from './store/store.js'

const command = readConfiguration(process.argv.slice(2), process.env)
if ('run' in command) {
  const store = await openStore(command.run.databaseUrl)
  await store.restartFaultPlan(DEFAULT_BOARD)
  await store.close()
  console.log(`The plan of faults in ${command.run.databaseUrl} begins again.`)
}
