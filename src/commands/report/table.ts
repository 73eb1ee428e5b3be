import { stripVTControlCharacters, styleText } from 'node:util'
import { DETAILED, FIRST_STEPS, type Report, type Row, rowsByStatus, shortFacts } from './report.js'
import { verdictOf } from './verdict.js'

const COLOURS = { passed: 'green', failed: 'red', error: 'yellow', warning: 'yellow', skipped: 'dim' } as const
const BAR_WIDTH = 20

/** The number of rows with the same cause that are shown in full, and the number of names of a larger group. */
const GROUP_MAX = 3
const NAMES_MAX = 8

/**
 * Formats a report for a terminal.
 *
 * @param stream the stream that decides whether to use colours
 */
export function formatTable({ data, ...shown }: Report, stream: NodeJS.WriteStream = process.stdout): string {
  const report: Report = { ...printable(shown), data }
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream })
  const parts = [style('bold', report.title), ...facts(report)]
  if (report.firstSteps.length > 0) {
    parts.push('', style('bold', FIRST_STEPS))
    for (const [index, { label, value }] of report.firstSteps.entries()) {
      parts.push(`  ${index + 1}. ${style('bold', label)}`, `     ${value.replaceAll('\n', '\n     ')}`)
    }
  }
  for (const [status, rows] of rowsByStatus(report)) {
    if (!DETAILED.includes(status)) continue
    parts.push('', style('bold', `${report.sections[status]} (${rows.length})`))
    const show = (row: Row) => rowLines(row, style(COLOURS[status], row.name))
    for (const [cause, group] of groupByCause(rows)) parts.push(...groupLines(cause, group, show))
  }
  if (report.shares.length > 0) parts.push('', ...shareLines(report))
  for (const note of report.notes) parts.push('', style('yellow', note))
  parts.push('', style('bold', style(COLOURS[verdictOf(report)], report.headline)))
  if (report.appendix !== undefined) parts.push('', report.appendix)
  return `${parts.join('\n')}\n`
}

function facts(report: Report): string[] {
  const shown = shortFacts(report)
  const width = Math.max(0, ...shown.map(({ label }) => label.length))
  return shown.map(({ label, value }) => `${label.padEnd(width)}  ${value}`)
}

/** Merges the rows of one check in several variants. Only the first one is shown in full. */
function mergeVariants(rows: readonly Row[]): Row[] {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.group} ${row.title}`
    const first = merged.get(key)
    merged.set(key, first === undefined ? row : { ...first, name: `${first.name}, ${row.name}` })
  }
  return [...merged.values()]
}

/** Groups rows with the same cause, the largest group first. Rows without a cause come first, each on its own. */
function groupByCause(rows: readonly Row[]): [cause: string | undefined, rows: Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    if (row.cause !== undefined) groups.set(row.cause, [...(groups.get(row.cause) ?? []), row])
  }
  const others = rows.filter(({ cause }) => cause === undefined).map((row): [undefined, Row[]] => [undefined, [row]])
  return [...others, ...[...groups].toSorted(([, a], [, b]) => b.length - a.length)]
}

/** Shows all rows of a small group. Of a large one, it shows one row as an example, and the names of others. */
function groupLines(cause: string | undefined, rows: readonly Row[], show: (row: Row) => string[]): string[] {
  const merged = mergeVariants(rows)
  if (merged.length <= GROUP_MAX) return merged.flatMap(show)
  const [example, ...others] = rows as [Row, ...Row[]]
  const named = others.slice(0, NAMES_MAX).map(({ name }) => name)
  const left = others.length - named.length
  const rest = left === 0 ? '' : `, and ${left} more, which the other formats list`
  return [
    `  ${cause} (${rows.length}), for example:`,
    ...show(example).map((line) => `  ${line}`),
    `    Also: ${named.join(', ')}${rest}`,
  ]
}

function rowLines({ tags, title, details }: Row, name: string): string[] {
  return [
    tags.length === 0 ? `  ${name}` : `  ${name} (${tags.join(', ')})`,
    `    ${title}`,
    ...details
      .filter(({ isLong }) => !isLong)
      .map(({ label, value }) => `    ${label}: ${value.replaceAll('\n', '\n      ')}`),
  ]
}

function shareLines({ shares }: Report): string[] {
  const width = Math.max(...shares.map(({ name }) => name.length))
  return shares.map(({ name, passed, total }) => {
    const filled = Math.floor((passed / total) * BAR_WIDTH)
    return `${name.padEnd(width)}  ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}  ${passed}/${total}`
  })
}

/** Removes control sequences from all texts of a value: they can come from a server or a test suite. */
function printable<Value>(value: Value): Value {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(/[^\P{Cc}\n\t]/gu, '') as Value
  if (Array.isArray(value)) return value.map(printable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, printable(member)])) as Value
}
