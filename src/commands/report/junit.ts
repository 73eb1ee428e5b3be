import { escapeXml } from '../../contract/escape.js'
import type { Report, Row } from './report.js'

/** Formats a report as JUnit XML, with a test case for each row. */
export function formatJunit(report: Report): string {
  const { title, facts } = report
  const rows = [...resultRows(report), ...report.rows]
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length
  const seconds = rows.reduce((sum, row) => sum + (row.seconds ?? 0), 0)
  const attributes = attributesOf({
    name: title,
    tests: rows.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped') + count('warning'),
    time: seconds.toFixed(3),
  })
  const properties = facts.map(({ label, value }) => `      <property${attributesOf({ name: label, value })}/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes}>`,
    `  <testsuite${attributes}>`,
    ...(properties.length === 0 ? [] : ['    <properties>', ...properties, '    </properties>']),
    ...rows.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/**
 * Returns a row for a result that failed although no row did, such as one without a score. Without it, a CI job would
 * take the report for a success.
 */
function resultRows({ title, headline, isPassed, notes, rows }: Report): Row[] {
  if (isPassed || rows.some(({ status }) => status === 'failed' || status === 'error')) return []
  const details = notes.map((note) => ({ label: 'Note', value: note }))
  return [{ name: title, status: 'error', label: 'error', group: 'result', tags: [], title: headline, details }]
}

function testCase(row: Row): string {
  const attributes = attributesOf({ name: row.name, classname: row.group, time: (row.seconds ?? 0).toFixed(3) })
  return `    <testcase${attributes}>${outcome(row)}</testcase>`
}

function outcome({ status, label, title, details }: Row): string {
  if (status === 'skipped') return `<skipped${attributesOf({ message: title })}/>`
  const text = details.map((detail) => `${detail.label}: ${detail.value}`).join('\n')
  if (status === 'passed') return text === '' ? '' : `<system-out>${escapeXml(text)}</system-out>`
  // JUnit has no warnings, and a test that is skipped does not fail a CI job.
  if (status === 'warning')
    return `<skipped${attributesOf({ message: `${label}: ${title}` })}>${escapeXml(text)}</skipped>`
  const element = status === 'failed' ? 'failure' : 'error'
  return `<${element}${attributesOf({ type: label, message: `${label}: ${title}` })}>${escapeXml(text)}</${element}>`
}

function attributesOf(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}
