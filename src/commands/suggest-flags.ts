import { type Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { STYLES, styleOf } from '../rules/exposures/print/styles.js'
import { integerBetween } from './arguments.js'
import type { GradeResult } from './grade/types.js'
import type { Report } from './report/report.js'

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

/**
 * Adds suggestions to the report of a grade.
 *
 * @returns the report, and a function that writes the tests to the folder of `--suggest`, and says so. It throws
 *   CommandFailed if a file cannot be written.
 */
export async function suggest(report: Report, result: GradeResult, options: OptionValues) {
  const { suggest: folder, suggestCount, suggestAs, submit } = options
  const { recognizeStyle, suggestTests, withoutSuggestions, withSuggestions, writeSuggestions } = await import(
    './grade/index.js'
  )
  if (submit !== undefined) return { report: withoutSuggestions(report), async writeTests() {} }
  const style = styleOf(suggestAs) ?? (await recognizeStyle(result.command, process.cwd()))
  const suggestions = suggestTests(result, style, { count: suggestCount })
  return {
    report: withSuggestions(report, { suggestions, variant: result.variant, folder }),
    async writeTests() {
      if (folder === undefined) return
      for (const line of await writeSuggestions(folder, style, suggestions)) console.error(line)
    },
  }
}

function parseCount(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY
  try {
    return integerBetween(1)(text)
  } catch {
    throw new InvalidArgumentError("It must be a positive integer or 'all'.")
  }
}
