import { type Config, ConfigurationError, readCommandLine } from '../config.js'
import { StoreUnavailable } from '../errors.js'
import { helpText } from '../settings.js'
import { explain, StoreUnusable } from '../store/open-store.js'
import { NAME, VERSION } from '../version.js'

/** The service cannot start. The message states the reason in one line. */
export class CannotStart extends Error {}

/** The errors that the operator can fix. */
const EXPECTED = [ConfigurationError, StoreUnusable, StoreUnavailable, CannotStart]

/**
 * Runs a command with the configuration of this process. Errors end the process with exit code 1. For an error that the
 * operator can fix, one line is printed. For a defect, the stack is printed.
 *
 * @param run the command. It receives the configuration and the values of its own flags.
 * @param ownFlags the names of the flags that only this command has
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

/** Returns the message of an error in one line. If the database is not available, it includes the cause. */
function inOneLine(error: Error): string {
  return error instanceof StoreUnavailable ? `${error.message}: ${explain(error)}` : error.message
}
