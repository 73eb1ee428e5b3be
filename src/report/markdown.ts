import { escapeMarkdown } from './escape.js'
import { DETAILED, FIRST_STEPS, longFacts, type Report, type Row, rowsByStatus, shortFacts } from './report.js'
import { verdictOf } from './verdict.js'

const SYMBOLS = { passed: '✅', warning: '⚠️', failed: '❌' } as const

/** Formats a report as Markdown, for example for the summary of a CI job. */
export function formatMarkdown(report: Report): string {
  const { title, headline, notes, shares, sections } = report
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    `${SYMBOLS[verdictOf(report)]} **${escapeMarkdown(headline)}**`,
    ...firstSteps(report),
    ...notes.map((note) => fenceIfLong(note)),
    table([['', ''], ...shortFacts(report).map(({ label, value }) => [escapeMarkdown(label), escapeMarkdown(value)])]),
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
  for (const { label, value } of longFacts(report)) {
    const summary = `<summary>${escapeMarkdown(label)}</summary>`
    blocks.push(`<details>${summary}\n\n${escapeMarkdown(value)}\n\n</details>`)
  }
  return `${blocks.join('\n\n')}\n`
}

function firstSteps({ firstSteps }: Report): string[] {
  if (firstSteps.length === 0) return []
  const items = firstSteps.map(({ label, value }) => `1. **${escapeMarkdown(label)}**<br>${escapeMarkdown(value)}`)
  return [`## ${FIRST_STEPS}`, items.join('\n')]
}

/** A note whose later lines are output of a program. */
function fenceIfLong(note: string): string {
  const [first = '', ...rest] = note.split('\n')
  if (rest.length === 0) return escapeMarkdown(first)
  const output = rest.join('\n')
  const longest = Math.max(2, ...[...output.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${escapeMarkdown(first)}\n\n${fence}text\n${output}\n${fence}`
}

function rowTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, group, tags, title, details }) => [
    escapeMarkdown(name),
    escapeMarkdown([group, ...tags].join(', ')),
    [title, ...details.map(({ label, value }) => `${label}: ${value}`)].map(escapeMarkdown).join('<br>'),
  ])
  return table([['Name', 'Group and kind', 'What'], ...cells])
}

/** A table. The first row is its heading. */
function table([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n')
}
