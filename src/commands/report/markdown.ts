import { escapeMarkdown, formatProse } from '../../contract/escape.js'
import { DETAILED, FIRST_STEPS, longFacts, type Report, type Row, rowsByStatus, shortFacts } from './report.js'
import { verdictOf } from './verdict.js'

const SYMBOLS = { passed: '✅', warning: '⚠️', failed: '❌' } as const

/** Formats a report as Markdown, for example for the summary of a CI job. */
export function formatMarkdown(report: Report): string {
  const { title, headline, notes, shares, sections } = report
  const steps = report.firstSteps.map(({ label, value }) => `1. **${prose(label)}**<br>${prose(value)}`)
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    `${SYMBOLS[verdictOf(report)]} **${escapeMarkdown(headline)}**`,
    ...(steps.length === 0 ? [] : [`## ${FIRST_STEPS}`, steps.join('\n')]),
    ...notes.map((note) => fenceIfLong(note)),
    table([['', ''], ...shortFacts(report).map((fact) => [escapeMarkdown(fact.label), factValue(fact)])]),
  ]
  for (const [status, rows] of rowsByStatus(report)) {
    const heading = `${sections[status]} (${rows.length})`
    const content = rowTable(rows)
    blocks.push(
      DETAILED.includes(status)
        ? `## ${escapeMarkdown(heading)}\n\n${content}`
        : `<details><summary>${escapeMarkdown(heading)}</summary>\n\n${content}\n\n</details>`,
    )
  }
  if (shares.length > 0) {
    const cells = shares.map(({ name, passed, total }) => [escapeMarkdown(name), `${passed} / ${total}`])
    blocks.push(table([['Group', 'Result'], ...cells]))
  }
  for (const fact of longFacts(report)) {
    const summary = `<summary>${escapeMarkdown(fact.label)}</summary>`
    blocks.push(`<details>${summary}\n\n${factValue(fact)}\n\n</details>`)
  }
  return `${blocks.join('\n\n')}\n`
}

/** A note whose later lines are output of a program. */
function fenceIfLong(note: string): string {
  const [first = '', ...rest] = note.split('\n')
  if (rest.length === 0) return prose(first)
  const output = rest.join('\n')
  const longest = Math.max(2, ...[...output.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${prose(first)}\n\n${fence}text\n${output}\n${fence}`
}

function rowTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, group, tags, title, details }) => [
    escapeMarkdown(name),
    escapeMarkdown([group, ...tags].join(', ')),
    [prose(title), ...details.map((fact) => `${escapeMarkdown(fact.label)}: ${factValue(fact)}`)].join('<br>'),
  ])
  return table([['Name', 'Group and kind', 'What'], ...cells])
}

function factValue({ value, isRaw }: Report['facts'][number]): string {
  return isRaw ? escapeMarkdown(value) : prose(value)
}

function prose(text: string): string {
  // A bar would end a cell of a table, even in code.
  return formatProse(text, escapeMarkdown, (code) => (code.includes('|') ? escapeMarkdown(code) : code))
}

function table([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n')
}
