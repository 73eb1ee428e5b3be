import type { OptionValues } from 'commander'
import { styleOf } from '../../../rules/exposures/print/styles.js'
import type { Report } from '../../report/report.js'
import type { GradeResult } from '../types.js'
import { describeRequest } from './describe-request.js'
import { recognizeStyle } from './recognize-style.js'
import { type Suggestion, suggestTests } from './suggestions.js'
import { writeSuggestions } from './write-suggestions.js'

/** The number of suggestions that the terminal shows. */
const SHOWN_MAX = 3

/** Why a grade for a class has no suggestions. */
const NONE_FOR_CLASS =
  'There are no suggested tests with --submit: the score is that of the class, and the tests are the solution.'

/**
 * Adds suggestions to the report of a grade: some to the terminal, all to the JSON format.
 *
 * @param options the values of the flags of suggestions
 * @returns the report, and a function that writes the tests to the folder of `--suggest`, and says so. It throws
 *   CommandFailed if a file cannot be written.
 */
export async function suggest(report: Report, result: GradeResult, options: OptionValues) {
  const { suggest: folder, suggestCount, suggestAs, submit } = options
  const style = styleOf(suggestAs) ?? (await recognizeStyle(result.command, process.cwd()))
  const suggestions = submit === undefined ? suggestTests(result, style, { count: suggestCount }) : []
  return {
    report: {
      ...report,
      ...(submit !== undefined && { appendix: NONE_FOR_CLASS }),
      ...(suggestions.length > 0 && { appendix: appendixOf(suggestions, result.variant, folder) }),
      data: { ...report.data, suggestions },
    },
    async writeTests() {
      if (folder === undefined) return
      for (const line of await writeSuggestions(folder, style, suggestions)) console.error(line)
    },
  }
}

function appendixOf(suggestions: readonly Suggestion[], variant: string, folder: string | undefined): string {
  const shown = suggestions.slice(0, SHOWN_MAX)
  const lines = shown.flatMap((each, index) => describe(each, index + 1, variant, folder))
  const heading = `What to add next (style ${suggestions[0]?.style})`
  const hint = folder === undefined ? ['', '--suggest <folder> writes such tests to files.'] : []
  return [heading, ...lines, ...hint].join('\n')
}

function describe(
  { defect, alsoFinds, title, style, file, code, assertion }: Suggestion,
  number: number,
  variant: string,
  folder: string | undefined,
): string[] {
  const others = alsoFinds.length === 0 ? '' : `, and also ${alsoFinds.join(', ')}`
  const heading = `  ${number}. ${defect}${others}: ${title}`
  const place = folder === undefined ? undefined : `     The test is in ${folder}/${file}`
  if (assertion !== null) {
    const again =
      place ?? `     The whole test: task-board-service suggest ${defect} --variant ${variant} --as ${style}`
    return [
      heading,
      `     In the response of \`${assertion.operation}\`, such as ${describeRequest(assertion.request)}:`,
      ...(assertion.code === null ? [] : indented(assertion.code)),
      again,
    ]
  }
  return place === undefined ? [heading, ...indented(code.trimEnd())] : [heading, place]
}

function indented(code: string): string[] {
  return code.split('\n').map((line) => `       ${line}`.trimEnd())
}
