import papaparse from 'papaparse'
import type { Class } from './schemas.js'

const HEADINGS = [
  'name',
  'joined',
  'last activity',
  'requests',
  'claims',
  'faults happened',
  'faults found',
  'wrong claims',
  'precision',
  'recall',
  'F1',
  'defects',
  'defects found',
  'wrong claims of defects',
  'graded variant',
  'graded defects',
  'graded defects found',
  'board',
]

/** The characters that start a formula in spreadsheets, also in full width, or after a separator of another locale. */
const FORMULA = /^\s*[=+\-@;\t\r|%＝＋－＠]/

/** The media type of the scores. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** The first line, as an example. */
export const CSV_EXAMPLE = `${HEADINGS.join(',')}\r\n`

/** A mark that makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Returns the scores of a class as CSV (RFC 4180), for spreadsheets. A text that could be a formula starts with an
 * apostrophe, which spreadsheets show as text.
 */
export function toCsv({ boards }: Class): string {
  const rows = boards.map(({ name, joined, lastActivity, requests, claims, total, defects, grade, baseUrl }) => [
    name ?? '',
    joined ? 'yes' : 'no',
    lastActivity,
    requests,
    claims,
    total.happened,
    total.found,
    total.wrong,
    total.precision,
    total.recall,
    total.f1,
    defects.happened,
    defects.found,
    defects.wrong,
    grade?.variant ?? null,
    grade?.defects ?? null,
    grade?.found ?? null,
    baseUrl,
  ])
  const text = papaparse.unparse([HEADINGS, ...rows], {
    escapeFormulae: FORMULA,
    // Spreadsheets of some locales also split at semicolons.
    quotes: (value) => String(value).includes(';'),
  })
  return `${BYTE_ORDER_MARK}${text}\r\n`
}
