import { Command } from 'commander'
import { readDatabaseUrl } from '../config/config.js'
import { openDatabase, withoutPassword } from '../store/open-store.js'
import { createSqlStore } from '../store/sql/store.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Restarts the fault plan of the default board. */
export function resetFaults(): Command {
  const command = new Command('reset-faults')
    .summary('Restart the fault plan of the default board')
    .description('Restarts the fault plan of the default board. The service can run meanwhile.')
    .action(async (options) => {
      const url = readDatabaseUrl(givenSettings(options), process.env)
      const store = createSqlStore(await openDatabase(url, 'require'))
      await store.restartFaultPlan(DEFAULT_BOARD)
      await store.close()
      console.log(`Restarted the fault plan in ${withoutPassword(url)}.`)
    })
  return addSettings(command, ['DATABASE_URL'])
}
