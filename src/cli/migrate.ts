import { Command } from 'commander'
import { readDatabaseUrl } from '../config/config.js'
import { openDatabase, withoutPassword } from '../store/open-store.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** Upgrades the tables of a database to this version. */
export function migrate(): Command {
  const command = new Command('migrate')
    .summary('Upgrade the tables of a database to this version')
    .description('Creates the tables of a database, or upgrades them to this version. `start` does the same.')
    .action(async (options) => {
      const url = readDatabaseUrl(givenSettings(options), process.env)
      const database = await openDatabase(url, 'create')
      await database.close()
      console.log(`The tables in ${withoutPassword(url)} are up to date.`)
    })
  return addSettings(command, ['DATABASE_URL'])
}
