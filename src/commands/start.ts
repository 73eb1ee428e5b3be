import { Command } from 'commander'
import { readConfig, warnOfRemoved } from '../app/config.js'
import { addAllSettings, describeSecrets, givenSettings } from './setting-flags.js'

/** Starts the service. It stops on SIGTERM and SIGINT. */
export function start(): Command {
  const command = new Command('start')
    .summary('Start the service (the default)')
    .description('Starts the service. Each flag overrides the environment variable that its description names.')
    .addHelpText('after', describeSecrets())
    .action(async (options) => {
      const sources = [givenSettings(options), process.env]
      const config = readConfig(...sources)
      // The other commands do not need the application.
      const { serve } = await import('../app/server.js')
      await serve(config, { warning: warnOfRemoved(...sources) })
    })
  return addAllSettings(command)
}
