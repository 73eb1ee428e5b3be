import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeXml, formatProse } from '../../contract/escape.js'
import { type Fact, FIRST_STEPS, type Report, rowsByStatus, type ShownReport, shortFacts } from './report.js'

/** The script and the style sheet: next to the bundled commands, or in the folder of the compiled sources. */
const FOLDER = ['report', '../../../build/report'].map((path) => join(import.meta.dirname, path)).find(existsSync)

/**
 * Formats a report as one HTML file, which loads nothing. Its script shows the report, and `web/report/` has its source.
 * Browsers without scripts show the overview, and the names of all rows with their outcomes.
 */
export function formatHtml({ data: _, ...report }: Report): string {
  const [script, style] = ['report.js', 'report.css'].map(readPart) as [string, string]
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; font-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(report.title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page" translate="no"></div>
<noscript>${withoutScript(report)}</noscript>
<script type="application/json" id="report-data">${toJson(report)}</script>
<script type="module">${script}</script>
</body>
</html>
`
}

/**
 * Reads a part of the bundle, with its typefaces. Sources that were never built have none, and their reports look as
 * without scripts.
 */
function readPart(name: string): string {
  if (FOLDER === undefined) return ''
  const text = readFileSync(join(FOLDER, name), 'utf8').trim()
  return text.replace(/url\("?([^":)]+\.woff2)"?\)/g, (_, file) => {
    return `url(data:font/woff2;base64,${readFileSync(join(FOLDER, file), 'base64')})`
  })
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Formats a value as JSON that cannot end its element or start a comment. Control characters are left out. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'string' ? each.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD') : each,
  ).replaceAll('<', '\\u003c')
}

function withoutScript(report: ShownReport): string {
  const { title, headline, notes, firstSteps, shares, sections } = report
  const shareFacts = shares.map(({ name, passed, total }) => ({ label: name, value: `${passed}/${total}` }))
  return [
    `<main class="overview"><h1>${escapeXml(title)}</h1><p><strong>${escapeXml(headline)}</strong></p>`,
    ...notes.map((note) => `<pre class="notice">${escapeXml(note)}</pre>`),
    factList([...shortFacts(report), ...shareFacts]),
    firstSteps.length === 0 ? '' : `<h2>${FIRST_STEPS}</h2>${factList(firstSteps)}`,
    ...rowsByStatus(report).map(([status, rows]) => {
      const items = rows.map(({ name, title }) => `<li><code>${escapeXml(name)}</code> ${prose(title)}</li>`)
      return `<h2>${escapeXml(sections[status] ?? status)} (${rows.length})</h2><ul class="steps">${items.join('\n')}</ul>`
    }),
    '</main>',
  ].join('\n')
}

function factList(facts: readonly Fact[]): string {
  const items = facts.map(({ label, value, isRaw }) => {
    return `<div><dt>${prose(label)}</dt><dd>${isRaw ? escapeXml(value) : prose(value)}</dd></div>`
  })
  return `<dl class="facts">${items.join('')}</dl>`
}

function prose(text: string): string {
  return formatProse(text, escapeXml, (code) => `<code>${escapeXml(code.slice(1, -1))}</code>`)
}
