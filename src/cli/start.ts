import { Command } from 'commander'
import { readConfig } from '../config/config.js'
import { addSettings, describeSecrets, givenSettings } from './setting-flags.js'

/** Starts the service. It stops on SIGTERM and SIGINT. */
export function start(): Command {
  const command = new Command('start')
    .summary('Start the service (the default)')
    .description('Starts the service. Each flag overrides the environment variable that its description names.')
    .addHelpText('after', describeSecrets())
    .action(async (options) => {
      const config = readConfig(givenSettings(options), process.env)
      // The other commands do not need the application.
      const { serve } = await import('../server.js')
      await serve(config)
    })
  return addSettings(command)
}
