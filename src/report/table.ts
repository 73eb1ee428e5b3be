import { stripVTControlCharacters, styleText } from 'node:util'
import { DETAILED, FIRST_STEPS, type Report, type Row, rowsByStatus } from './report.js'
import { verdictOf } from './verdict.js'

const COLOURS = { passed: 'green', failed: 'red', error: 'yellow', warning: 'yellow', skipped: 'dim' } as const
const BAR_WIDTH = 20

/**
 * Formats a report for a terminal.
 *
 * @param stream the stream that decides whether to use colours
 */
export function formatTable(report: Report, stream: NodeJS.WriteStream = process.stdout): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream })
  const parts = [style('bold', report.title), ...facts(report)]
  if (report.firstSteps.length > 0) {
    parts.push('', style('bold', FIRST_STEPS))
    for (const [index, { label, value }] of report.firstSteps.entries()) {
      parts.push(`  ${index + 1}. ${style('bold', label)}`, `     ${printable(value).replaceAll('\n', '\n     ')}`)
    }
  }
  for (const [status, rows] of rowsByStatus(report)) {
    if (!DETAILED.includes(status)) continue
    parts.push('', style('bold', `${report.sections[status]} (${rows.length})`))
    for (const row of rows) parts.push(...rowLines(row, style(COLOURS[status], row.name)))
  }
  if (report.shares.length > 0) parts.push('', ...shareLines(report))
  for (const note of report.notes) parts.push('', style('yellow', printable(note)))
  parts.push('', style('bold', style(COLOURS[verdictOf(report)], report.headline)))
  return `${parts.join('\n')}\n`
}

function facts({ facts }: Report): string[] {
  const width = Math.max(0, ...facts.map(({ label }) => label.length))
  return facts.map(({ label, value }) => `${label.padEnd(width)}  ${printable(value)}`)
}

function rowLines({ tags, title, details }: Row, name: string): string[] {
  return [
    tags.length === 0 ? `  ${name}` : `  ${name} (${tags.join(', ')})`,
    `    ${title}`,
    ...details
      .filter(({ isLong }) => !isLong)
      .map(({ label, value }) => `    ${label}: ${printable(value).replaceAll('\n', '\n      ')}`),
  ]
}

function shareLines({ shares }: Report): string[] {
  const width = Math.max(...shares.map(({ name }) => name.length))
  return shares.map(({ name, passed, total }) => {
    const filled = Math.floor((passed / total) * BAR_WIDTH)
    return `${name.padEnd(width)}  ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}  ${passed}/${total}`
  })
}

/** Removes control sequences: a value can come from a server or a test suite. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '')
}
