import { type Config, ConfigurationError, readCommandLine } from '../config.js'
import { StoreUnavailable } from '../errors.js'
import { helpText } from '../settings.js'
import { explain, StoreUnusable } from '../store/open-store.js'
import { NAME, VERSION } from '../version.js'

/** What keeps the service from starting, in one line. */
export class CannotStart extends Error {}

/** What people can do something about. */
const EXPECTED = [ConfigurationError, StoreUnusable, StoreUnavailable, CannotStart]

/**
 * Runs a command with the configuration of this process. What is wrong from outside ends it with one line and
 * exit code 1; so does a defect, with all that is known of it.
 *
 * @param run gets the configuration, and the values of the command's own flags
 * @param ownFlags their names
 */
export async function runCommand<Flag extends string = never>(
  run: (config: Config, flags: Partial<Record<Flag, string>>) => Promise<void>,
  ownFlags: readonly Flag[] = [],
): Promise<void> {
  try {
    const { command, flags } = readCommandLine(process.argv.slice(2), process.env, ownFlags)
    if ('print' in command) console.log(command.print === 'help' ? helpText(NAME) : VERSION)
    else await run(command.run, flags)
  } catch (error) {
    const isExpected = EXPECTED.some((kind) => error instanceof kind)
    console.error(isExpected ? `${NAME}: ${inOneLine(error as Error)}` : error)
    process.exit(1)
  }
}

/** What is wrong; a database that does not answer says why in the cause. */
function inOneLine(error: Error): string {
  return error instanceof StoreUnavailable ? `${error.message}: ${explain(error)}` : error.message
}
