import { escapeXml, formatProse } from './escape.js'
import { STYLE } from './html-style.js'
import {
  DETAILED,
  type Fact,
  FIRST_STEPS,
  longFacts,
  type Report,
  type Row,
  rowsByStatus,
  shortFacts,
} from './report.js'
import { formatScore, verdictOf } from './verdict.js'

/** The circumference of the ring that shows the score. */
const RING = 283

/** Formats a report as one HTML file that needs no other file and no script. */
export function formatHtml(report: Report): string {
  const { title, headline, notes, shares } = report
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="${verdictOf(report)}">
${ring(report.score)}
<div>
<h1>${escapeXml(title)}</h1>
<p class="headline">${escapeXml(headline)}</p>
<dl>${shortFacts(report)
    .map((fact) => `<div><dt>${escapeXml(fact.label)}</dt><dd>${factValue(fact)}</dd></div>`)
    .join('')}</dl>
</div>
</header>
<main>
${firstSteps(report)}
${notes.map(noteBlock).join('\n')}
${shares.length === 0 ? '' : `<section class="shares"><h2>By group</h2>${shares.map(shareBar).join('')}</section>`}
${rowsByStatus(report)
  .map(([status, rows]) => section(status, report.sections[status] ?? status, rows))
  .join('\n')}
${longFacts(report).map(factSection).join('\n')}
</main>
</body>
</html>
`
}

function firstSteps({ firstSteps }: Report): string {
  if (firstSteps.length === 0) return ''
  const items = firstSteps.map(({ label, value }) => {
    return `<li><strong>${prose(label)}</strong><br>${prose(value)}</li>`
  })
  return `<section class="steps"><h2>${FIRST_STEPS}</h2><ol>${items.join('')}</ol></section>`
}

function ring(score: number | undefined): string {
  const length = ((score ?? 0) / 100) * RING
  const text = score === undefined ? '–' : formatScore(score)
  return `<svg class="ring" viewBox="0 0 100 100" role="img" aria-label="${score === undefined ? 'No score' : `Score ${text}`}">
<circle cx="50" cy="50" r="45"/><circle class="value" cx="50" cy="50" r="45" stroke-dasharray="${length.toFixed(1)} ${RING}"/>
<text x="50" y="50">${text}</text></svg>`
}

function noteBlock(note: string): string {
  const [first = '', ...rest] = note.split('\n')
  const output = rest.length === 0 ? '' : `<pre>${escapeXml(rest.join('\n'))}</pre>`
  return `<aside><p>${prose(first)}</p>${output}</aside>`
}

function shareBar({ name, passed, total }: Report['shares'][number]): string {
  return `<div class="share"><span>${escapeXml(name)}</span><progress aria-label="${escapeXml(name)}" max="${total}" value="${passed}"></progress><span>${passed}/${total}</span></div>`
}

function section(status: Row['status'], heading: string, rows: readonly Row[]): string {
  const isOpen = DETAILED.includes(status)
  return `<details class="rows ${status}"${isOpen ? ' open' : ''}>
<summary><h2>${escapeXml(heading)} <span class="count">${rows.length}</span></h2></summary>
${rows.map(rowBlock).join('\n')}
</details>`
}

function factSection(fact: Fact): string {
  return `<details class="rows"><summary><h2>${escapeXml(fact.label)}</h2></summary><p>${factValue(fact)}</p></details>`
}

function factValue({ value, isRaw }: Fact): string {
  return isRaw ? escapeXml(value) : prose(value)
}

function prose(text: string): string {
  return formatProse(text, escapeXml, (code) => `<code>${escapeXml(code.slice(1, -1))}</code>`)
}

function rowBlock({ name, label, group, tags, title, details, seconds, cause }: Row): string {
  const shown = cause === undefined ? details : [{ label: 'Cause', value: cause }, ...details]
  const facts = shown.map((detail) => `<dt>${escapeXml(detail.label)}</dt><dd>${factValue(detail)}</dd>`)
  const duration = seconds === undefined ? '' : ` · ${seconds.toFixed(1)} s`
  return `<article><h3><code>${escapeXml(name)}</code> <small>${[label, group, ...tags].map(escapeXml).join(' · ')}${duration}</small></h3>
<p>${prose(title)}</p><dl>${facts.join('')}</dl></article>`
}
