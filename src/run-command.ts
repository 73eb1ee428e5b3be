import { type Config, ConfigurationError, readConfiguration } from './config.js'
import { StoreUnavailable } from './errors.js'
import { helpText } from './settings.js'
import { StoreUnusable } from './store/open-store.js'
import { NAME, VERSION } from './version.js'

/** What keeps the service from starting, in one line. */
export class CannotStart extends Error {}

const EXPECTED = [ConfigurationError, StoreUnusable, StoreUnavailable, CannotStart]

/**
 * Runs a command with the configuration of this process. What is wrong from outside ends it with one line and
 * exit code 1; so does a defect, with all that is known of it.
 */
export async function runCommand(run: (config: Config) => Promise<void>): Promise<void> {
  try {
    const command = readConfiguration(process.argv.slice(2), process.env)
    if ('print' in command) console.log(command.print === 'help' ? helpText(NAME) : VERSION)
    else await run(command.run)
  } catch (error) {
    const isExpected = EXPECTED.some((kind) => error instanceof kind)
    console.error(isExpected ? `${NAME}: ${explain(error as Error)}` : error)
    process.exit(1)
  }
}

/** What is wrong, in one line; an outage of the database says only to clients that it is one. */
function explain({ message, cause }: Error): string {
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message
}
