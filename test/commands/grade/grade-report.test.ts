import t from 'tap'
import { toReport } from '../../../src/commands/grade/report/grade-report.js'
import type { DefectResult, Evidence } from '../../../src/commands/grade/types.js'
import { formatHtml } from '../../../src/commands/report/html.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatMarkdown } from '../../../src/commands/report/markdown.js'
import type { Report } from '../../../src/commands/report/report.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { DEFECT, EVIDENCE, RESULT } from './results.js'

t.test('a report passes if the score is at least the minimum', async (t) => {
  t.match(toReport(RESULT, undefined), { isPassed: true, score: 50, headline: 'Score 50%: found 1 of 2 defects.' })
  t.match(toReport(RESULT, 50), { isPassed: true })
  t.match(toReport(RESULT, 50.1), {
    isPassed: false,
    headline: 'Score 50%, below the minimum of 50.1%: found 1 of 2 defects.',
  })
})

t.test('a report names the rule of each defect, and the shares of areas and severities', async (t) => {
  const report = toReport(RESULT, undefined)
  t.match(report.rows[0], {
    name: 'one',
    status: 'failed',
    label: 'missed',
    tags: ['TB-001', 'major', 'easy to find'],
    details: [
      { label: 'Rule', value: 'A rule (decision 1).' },
      { label: 'Decision 1', value: /^v1, v2 and buggy share the same tasks/, isLong: true },
      { label: 'Exposed by', value: '`GET /tasks`.' },
      { label: 'The suite', value: 'did not reach the defect: no request was affected' },
    ],
  })
  t.match(report.rows[1], {
    status: 'passed',
    details: [
      {},
      {},
      { value: 'GET /api/v1/tasks?size=1 (200, request 7 of the run) is the first of 2 changed responses' },
      { label: 'Output', value: 'Expected 1' },
    ],
  })
  t.strictSame(report.shares, [{ name: 'lists', passed: 1, total: 2 }])
  const facts = Object.fromEntries(report.facts.map(({ label, value }) => [label, value]))
  t.match(facts, {
    Command: `sh -c 'echo '\\''it'\\'''`,
    Service: 'task-board-service 2.0.0, started for this grade',
    Major: '1 of 2 found',
    'Correct board': '1.0 s, exit code 0, 1 request; 1.0 s, exit code 0, 2 requests',
  })
})

t.test('a report starts with the missed defects that are the cheapest and most severe', async (t) => {
  const written: Evidence = { ...EVIDENCE, effect: 'write', requests: 1 }
  const reach = 'not-asserted'
  const defects: DefectResult[] = [
    { ...DEFECT, name: 'minor', severity: 'minor' },
    { ...DEFECT, name: 'hard', severity: 'critical', difficulty: 'hard' },
    { ...DEFECT, name: 'easy', severity: 'critical' },
    { ...DEFECT, name: 'found', severity: 'critical', outcome: 'found', reach: null, evidence: written },
    { ...DEFECT, name: 'written', severity: 'critical', reach, evidence: written },
    { ...DEFECT, name: 'cheap', severity: 'minor', reach, evidence: EVIDENCE },
    { ...DEFECT, name: 'cheap-and-severe', reach, evidence: EVIDENCE },
  ]
  const { firstSteps, rows } = toReport({ ...RESULT, defects }, undefined)
  const request = 'GET /api/v1/tasks?size=1 (200, request 7 of the run)'
  const reached = `A title. The suite gets the wrong response, so it only needs an assertion on ${request}.`
  const unchecked = 'which stores something wrong, but does not check what was stored. For example: `GET /tasks`.'
  t.strictSame(firstSteps, [
    { row: 'cheap-and-severe', label: 'cheap-and-severe (major, easy to find)', value: reached },
    { row: 'cheap', label: 'cheap (minor, easy to find)', value: reached },
    {
      row: 'written',
      label: 'written (critical, easy to find)',
      value: `A title. The suite sends ${request}, ${unchecked}`,
    },
    { row: 'easy', label: 'easy (critical, easy to find)', value: 'A title. Add a test: `GET /tasks`.' },
    { row: 'hard', label: 'hard (critical, hard to find)', value: 'A title. Add a test: `GET /tasks`.' },
  ])
  const names = rows.map(({ name }) => name)
  const bySeverity = ['easy', 'found', 'written', 'hard', 'cheap-and-severe', 'minor', 'cheap']
  t.strictSame(names, bySeverity, 'the most severe first')
  t.match(rows[2], {
    details: [{}, {}, {}, { value: /assert on it: GET .* is the only request that stored something wrong$/ }],
  })
  t.strictSame(toReport({ ...RESULT, defects: [] }, undefined).firstSteps, [])
})

t.test('a report names the tests that failed, and the request by the id that the client chose', async (t) => {
  const names = ['one', 'two', 'three', 'four']
  const output = names.map((name) => `not ok 1 - ${name}\nnot ok 1 - ${name}\n  expected: 1`).join('\n')
  const first = { ...EVIDENCE.first, requestId: 'test_tasks.py::test_create' }
  const found: DefectResult = { ...DEFECT, outcome: 'found', reach: null, evidence: { ...EVIDENCE, first }, output }
  t.match(toReport({ ...RESULT, defects: [found] }, undefined).rows[0]?.details.slice(2), [
    { value: /^GET .* \(200, request 7 of the run, X-Request-Id test_tasks\.py::test_create\) is the first/ },
    { label: 'Failed tests', value: 'one; two; three; …', isRaw: true },
    { label: 'Output', isRaw: true },
  ])
  const [generated] = toReport({ ...RESULT, defects: [{ ...found, evidence: EVIDENCE, output: 'Expected 1' }] }, 0).rows
  t.notMatch(JSON.stringify(generated), /X-Request-Id|Failed tests/)
})

t.test('a report orders the severities from the most severe', async (t) => {
  const one = { found: 1, total: 2, percent: 50 }
  const { facts } = toReport({ ...RESULT, bySeverity: { minor: one, critical: one, major: one } }, undefined)
  const labels = facts.map(({ label }) => label).filter((label) => /Minor|Major|Critical/.test(label))
  t.strictSame(labels, ['Critical', 'Major', 'Minor'])
})

t.test('every format says of each missed defect whether the suite has reached it', async (t) => {
  const reached: DefectResult = { ...DEFECT, name: 'reached', reach: 'not-asserted', evidence: EVIDENCE }
  const report = toReport({ ...RESULT, defects: [DEFECT, reached] }, undefined)
  for (const format of [(report: Report) => formatTable(report), formatJunit, formatHtml, formatMarkdown]) {
    const text = format(report)
    t.match(text, '1 not reached, 1 reached but not asserted')
    t.match(text, 'did not reach the defect: no request was affected')
    t.match(text, 'reached the defect, but did not assert on it: GET /api/v1/tasks?size=1 (200, request 7 of the run)')
  }
  t.match(JSON.parse(formatJson(report)), { defects: [{ reach: 'not-reached' }, { reach: 'not-asserted' }] })
})

t.test('every format says what the suite has reached, and the files what it has not', async (t) => {
  const [reached, missing] = [['getTask'], ['listTasks', 'createTask']]
  const none = { reached: [], missing: ['getTask 404'] }
  const coverage = {
    operations: { reached, missing },
    statuses: none,
    boundaries: none,
    transitions: { reached, missing: [] },
  }
  const report = toReport({ ...RESULT, coverage }, undefined)
  const share = '1 of 3 operations, 0 of 1 statuses, 0 of 1 boundary values, 1 of 1 transitions'
  for (const format of [formatJunit, formatHtml, formatMarkdown]) {
    t.match(format(report), share)
    t.match(format(report), 'listTasks, createTask')
    t.notMatch(format(report), 'Unreached transitions')
  }
  t.match(formatTable(report), `Reached        ${share}`)
  t.notMatch(formatTable(report), 'Unreached')
})
