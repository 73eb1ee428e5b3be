import type { Report } from '../../report/report.js'
import { describeRequest } from './describe-request.js'
import type { Suggestion } from './suggestions.js'

/** The number of suggestions that the terminal shows. */
const SHOWN_MAX = 3

/** Why a grade for a class has no suggestions. */
const NONE_FOR_CLASS =
  'There are no suggested tests with --submit: the score is that of the class, and the tests are the solution.'

interface SuggestedReport {
  suggestions: readonly Suggestion[]
  variant: string
  /** The folder with the files of the tests, if they are written. */
  folder: string | undefined
}

/** Says in a report why it has no suggestions. */
export function withoutSuggestions(report: Report): Report {
  return { ...report, appendix: NONE_FOR_CLASS, data: { ...report.data, suggestions: [] } }
}

/** Adds suggestions to a report: some to the terminal, all to the JSON format. */
export function withSuggestions(report: Report, { suggestions, variant, folder }: SuggestedReport): Report {
  const data = { ...report.data, suggestions }
  if (suggestions.length === 0) return { ...report, data }
  const shown = suggestions.slice(0, SHOWN_MAX)
  const lines = shown.flatMap((each, index) => describe(each, index + 1, variant, folder))
  const heading = `What to add next (style ${suggestions[0]?.style})`
  const hint = folder === undefined ? ['', '--suggest <folder> writes such tests to files.'] : []
  return { ...report, data, appendix: [heading, ...lines, ...hint].join('\n') }
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
