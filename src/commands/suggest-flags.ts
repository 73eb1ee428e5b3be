import { type Command, InvalidArgumentError, Option } from 'commander'
import { STYLES } from '../rules/exposures/print/styles.js'
import { integerBetween } from './arguments.js'

/** The flags that say which tests are suggested. */
const FLAGS = ['suggest', 'suggestCount', 'suggestAs'] as const

/** Creates the flag that names a style. */
export function styleFlag(name: string, description: string): Option {
  return new Option(`${name} <style>`, description).choices(STYLES.map((style) => style.name))
}

/** Adds the flags of suggestions to a command. */
export function addSuggestFlags(command: Command): Command {
  return command
    .option('--suggest <folder>', 'Write tests for missed defects to this folder, with a project that runs them')
    .option('--suggest-count <number>', 'The number of suggested tests, or all', parseCount, 10)
    .addOption(styleFlag('--suggest-as', 'The style of suggested tests; by default, that of the suite'))
}

/** Refuses the flags of suggestions in a grade that has none. */
export function requireSuggestable(command: Command): void {
  const { tool, submit } = command.opts()
  const given = FLAGS.find((name) => command.getOptionValueSource(name) === 'cli')
  if (given === undefined) return
  const flag = command.options.find((option) => option.attributeName() === given)?.long
  if (tool !== undefined) command.error(`${flag} is for suites, not for --tool`)
  if (submit !== undefined) command.error(`${flag} cannot be used with --submit: suggestions are solutions`)
}

function parseCount(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY
  try {
    return integerBetween(1)(text)
  } catch {
    throw new InvalidArgumentError("It must be a positive integer or 'all'.")
  }
}
