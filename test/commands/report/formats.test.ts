import { Writable } from 'node:stream'
import t from 'tap'
import { formatBadge } from '../../../src/commands/report/badge.js'
import { formatHtml } from '../../../src/commands/report/html.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatMarkdown } from '../../../src/commands/report/markdown.js'
import type { Report, Row } from '../../../src/commands/report/report.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { REPORT, WITHOUT_SCORE } from './report.js'

const CONTROL = '\u001b'

/** Not a terminal. */
const STREAM = Object.assign(new Writable(), { isTTY: false }) as unknown as NodeJS.WriteStream

t.test('JSON is the full result', async (t) => {
  t.strictSame(JSON.parse(formatJson(REPORT)), REPORT.data)
})

t.test('the table shows what failed in detail, and the rest as shares', async (t) => {
  const text = formatTable(REPORT, STREAM)
  const lines = text.split('\n')
  t.ok(lines.includes('Command  npm test -- "a|b" & <c>'))
  t.ok(lines.includes('Missed (1)'))
  t.match(
    text,
    '  wildcards (minor, hard to find)\n    `*` and <b> match everything.\n    Rule: Line one & <two>\n      line 2',
  )
  t.match(text, 'What to do first\n  1. wildcards (<minor>)\n     Send `GET <a>`.\n\nMissed (1)')
  t.notMatch(text, 'The full text.', 'long details are left out')
  t.match(text, 'Without proof (1)\n  crash\n')
  t.ok(lines.includes('lists  ██████████░░░░░░░░░░  1/2'))
  const almost = formatTable({ ...REPORT, shares: [{ name: 'lists', passed: 39, total: 40 }] }, STREAM)
  t.match(almost, `lists  ${'█'.repeat(19)}░  39/40\n`, 'only a complete group has a full bar')
  t.notMatch(text, 'list-ignores-status')
  t.notMatch(text, CONTROL, 'no colours, and no control sequences of the suite')
  t.notMatch(text, '\u0000')
  t.equal(lines.at(-2), REPORT.headline)
  t.match(formatTable(WITHOUT_SCORE, STREAM), /No score\.\n$/)
})

t.test('JUnit XML has a test case for each row, and escapes all texts', async (t) => {
  const xml = formatJunit(REPORT)
  t.match(xml, '<testsuite name="Grade of a &lt;suite&gt;" tests="4" failures="1" errors="1" skipped="1" time="3.250">')
  t.match(xml, '<testcase name="list-ignores-status" classname="lists" time="1.250"><system-out>Rule: A filter')
  t.match(xml, '<property name="Command" value="npm test -- &quot;a|b&quot; &amp; &lt;c&gt;"/>')
  t.match(xml, '<failure type="missed" message="missed: `*` and &lt;b&gt; match everything.">')
  t.match(xml, '>Rule: Line one &amp; &lt;two&gt;\nline 2 | three\nDecision 1: The full text.</failure>')
  t.match(xml, '<error type="error" message="error: It crashes."></error>')
  t.match(xml, '<skipped message="Not run."/>')
  const odd = { ...REPORT, title: 'a\u0000b\uFFFF\uD800"\'' }
  t.match(formatJunit(odd), 'name="a\uFFFDb\uFFFD\uFFFD&quot;&#39;"')
})

t.test('Markdown escapes texts and fences the output of programs', async (t) => {
  const text = formatMarkdown(REPORT)
  t.match(text, '# Grade of a \\<suite\\>\n\n❌ **Score 50%: found 1 of 2 defects.**')
  t.match(text, '| Command | npm test -- "a\\|b" & \\<c\\> |')
  t.match(text, '## What to do first\n\n1. **wildcards (\\<minor\\>)**<br>Send `GET <a>`.\n')
  t.match(text, 'One run failed.\n\n````text\n')
  t.match(text, '| wildcards | search, minor, hard to find | `*` and \\<b\\> match everything.<br>Rule: Line one')
  t.match(text, /<details><summary>Found \(1\)<\/summary>\n\n\| Name/)
  t.match(text, '| lists | 1 / 2 |')
  t.match(formatMarkdown({ ...WITHOUT_SCORE, isPassed: true, notes: ['One_note'] }), '✅ **No score.**\n\nOne\\_note\n')
  for (const line of text.split('\n').filter((line) => line.startsWith('|'))) t.match(line, /\|$/)
})

t.test('HTML is one file that loads nothing, escapes all texts, and needs no script for the essentials', async (t) => {
  const html = formatHtml(REPORT)
  t.match(html, /^<!doctype html>/)
  t.match(html, /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; font-src data:;/)
  for (const outside of ['<link', ' src=', ' href=', 'url("http', '@import']) t.notOk(html.includes(outside), outside)
  for (const text of ['<suite>', '<minor>', '<boom>', '<two>', '<b>', '<c>', '\u0000', '\u001b'])
    t.notOk(html.includes(text), text)
  const [, shown = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
  t.match(shown, '<h1>Grade of a &lt;suite&gt;</h1><p><strong>Score 50%: found 1 of 2 defects.</strong></p>')
  t.match(shown, '<dt>wildcards (&lt;minor&gt;)</dt><dd>Send <code>GET &lt;a&gt;</code>.</dd>')
  t.match(shown, '<dt>lists</dt><dd>1/2</dd>')
  t.match(
    shown,
    /<h2>Missed \(1\)<\/h2>.*<code>wildcards<\/code> <code>\*<\/code> and &lt;b&gt;.*<h2>Found \(1\)<\/h2>/s,
  )
})

t.test('the script of an HTML report gets the report, whatever its texts contain', async (t) => {
  const title = '</script><!-- & \\u003c \u2028'
  const [, data = ''] = /id="report-data">(.*?)<\/script>/s.exec(formatHtml({ ...REPORT, title })) ?? []
  t.match(JSON.parse(data), { title, rows: [{ name: 'list-ignores-status' }, { name: 'wildcards' }] })
  t.notOk('data' in JSON.parse(data), 'the JSON format has the full result')
})

t.test('HTML and Markdown show code between backticks as code, and the text of programs as it is', async (t) => {
  const prose = 'Send `GET /tasks?a=*` or `a|b`, `c'
  const [row] = REPORT.rows as [Row]
  const facts = [
    { label: 'A', value: prose },
    { label: 'B', value: 'echo `date`', isRaw: true },
    { label: 'C', value: 'Long `code`.', isLong: true },
  ]
  const report = {
    ...REPORT,
    notes: [prose],
    facts,
    rows: [{ ...row, status: 'failed' as const, title: prose, details: facts }],
  }
  const html = formatHtml(report)
  const parts = html.split('Send <code>GET /tasks?a=*</code> or <code>a|b</code>, `c')
  t.equal(parts.length, 3, 'a fact and the title of a row')
  t.match(html, '<dd>echo `date`</dd>')
  const markdown = formatMarkdown(report)
  t.equal(markdown.split('Send `GET /tasks?a=*` or \\`a\\|b\\`, \\`c').length, 5)
  t.equal(markdown.split('echo \\`date\\`').length, 3)
  t.equal(markdown.split('Long `code`.').length, 3)
})

t.test('no format shows a text as markup or as a control sequence, wherever it stands', async (t) => {
  const fill = (text: string) =>
    JSON.parse(JSON.stringify(REPORT), (key, value) =>
      typeof value === 'string' && key !== 'status' ? text : value,
    ) as Report
  for (const [name, format] of Object.entries({ formatHtml, formatJunit })) {
    t.notMatch(format(fill('<odd>')), '<odd>', name)
    t.notMatch(format(fill('" odd="')), '" odd="', name)
  }
  t.notMatch(formatMarkdown(fill('<odd>')), /(?<!\\)<odd>/)
  for (const text of [`${CONTROL}[31modd`, 'o\u0007dd']) {
    t.notMatch(formatTable(fill(text), STREAM), /[^\P{Cc}\n]/u, 'the terminal')
  }
})

t.test('the badge has the rounded score and its colour', async (t) => {
  const badge = (score: number | undefined, isPassed = true) =>
    JSON.parse(formatBadge({ ...REPORT, isPassed, score }, 'defects found'))
  t.strictSame(badge(50.9), { schemaVersion: 1, label: 'defects found', message: '51%', color: 'orange' })
  const messages = [16.9, 16.4, 99.6, 100].map((score) => badge(score).message)
  t.strictSame(messages, ['17%', '16%', '99%', '100%'], 'only a complete result has 100%')
  const colours = [0, 39.9, 60, 75, 89.9, 90, 100].map((score) => badge(score).color)
  t.strictSame(colours, ['red', 'red', 'yellow', 'green', 'green', 'brightgreen', 'brightgreen'])
  t.match(badge(99, false), { message: '99%', color: 'red' }, 'the report has failed')
  t.match(JSON.parse(formatBadge({ ...REPORT, isProvisional: true }, '')), { message: '51% (provisional)' })
  t.match(badge(undefined), { message: 'no score', color: 'lightgrey' })
})

t.test('long facts are at the end of files, and not on the terminal', async (t) => {
  const report: Report = {
    ...REPORT,
    facts: [...REPORT.facts, { label: 'All <things>', value: 'a, *b*', isLong: true }],
  }
  t.match(formatMarkdown(report), /<details><summary>All \\<things\\><\/summary>\n\na, \\\*b\\\*\n\n<\/details>\n$/)
  t.match(formatJunit(report), '<property name="All &lt;things&gt;" value="a, *b*"/>')
  t.notMatch(formatTable(report, STREAM), 'things')
})

t.test('a poor score is not shown as good, even without a minimum', async (t) => {
  for (const [score, isPassed, symbol] of [
    [74.9, true, '⚠️'],
    [75, true, '✅'],
    [90, false, '❌'],
  ] as const) {
    const report = { ...REPORT, score, isPassed }
    t.match(formatMarkdown(report), `${symbol} **`)
  }
})

t.test('JUnit XML has an error if the result failed without a failed row', async (t) => {
  const report: Report = { ...WITHOUT_SCORE, isPassed: false, rows: [], headline: 'No score: the suite is flaky.' }
  const xml = formatJunit(report)
  t.match(xml, /<testsuite [^>]*tests="1" failures="0" errors="1"/)
  t.match(xml, '<error type="error" message="error: No score: the suite is flaky."')
  t.notMatch(formatJunit({ ...report, isPassed: true }), '<error')
})

t.test('JUnit XML counts warnings as skipped test cases, which do not fail a CI job', async (t) => {
  const [row] = REPORT.rows as [Row]
  const warning: Row = { ...row, name: 'order', status: 'warning', label: 'deviates', title: 'Another order.' }
  const xml = formatJunit({ ...REPORT, rows: [...REPORT.rows, warning] })
  t.match(xml, 'tests="5" failures="1" errors="1" skipped="2"')
  t.match(xml, '<skipped message="deviates: Another order.">Rule: A filter filters (decision 1).</skipped>')
})
