import t from 'tap'
import { toReport } from '../../../src/commands/grade/report/grade-report.js'
import type { DefectResult, Evidence, GradeResult, SuiteRun } from '../../../src/commands/grade/types.js'
import { formatHtml } from '../../../src/commands/report/html.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatMarkdown } from '../../../src/commands/report/markdown.js'
import type { Report } from '../../../src/commands/report/report.js'
import { formatTable } from '../../../src/commands/report/table.js'

const RUN: SuiteRun = {
  isPassed: true,
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  seconds: 1,
  requests: 1,
  isLimited: false,
}
const DEFECT: DefectResult = {
  code: 'TB-001',
  name: 'one',
  title: 'A title.',
  rule: 'A rule (decision 1).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  exposedBy: '`GET /tasks`.',
  outcome: 'missed',
  reach: 'not-reached',
  evidence: null,
  exchange: null,
  run: RUN,
  output: null,
  earlierRun: null,
  repeated: null,
}
const EVIDENCE: Evidence = {
  effect: 'response',
  requests: 2,
  first: {
    number: 7,
    requestId: '62b63059-dd4e-4ce1-917b-e66cd0fbf893',
    time: '2026-03-02T08:30:00Z',
    method: 'GET',
    target: '/api/v1/tasks?size=1',
    status: 200,
  },
}
const RESULT: GradeResult = {
  version: '2.0.0',
  command: ['sh', '-c', "echo 'it'"],
  variant: 'v1',
  server: null,
  startedAt: '2026-03-02T08:30:00.000Z',
  seconds: 2,
  jobs: 2,
  provisional: null,
  problem: null,
  output: null,
  score: { found: 1, total: 2, percent: 50 },
  bySeverity: { major: { found: 1, total: 2, percent: 50 } },
  byArea: { lists: { found: 1, total: 2, percent: 50 } },
  correctRuns: [RUN, { ...RUN, requests: 2 }],
  controlRuns: [],
  coverage: null,
  defects: [
    DEFECT,
    { ...DEFECT, name: 'two', outcome: 'found', reach: null, evidence: EVIDENCE, output: 'Expected 1' },
  ],
  skipped: [],
}
const FAILED: SuiteRun = { ...RUN, isPassed: false, exitCode: 1 }

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
  t.strictSame(firstSteps, [
    {
      row: 'cheap-and-severe',
      label: 'cheap-and-severe (major, easy to find)',
      value:
        'A title. The suite gets the wrong response, so it only needs an assertion on GET /api/v1/tasks?size=1 (200, request 7 of the run).',
    },
    {
      row: 'cheap',
      label: 'cheap (minor, easy to find)',
      value:
        'A title. The suite gets the wrong response, so it only needs an assertion on GET /api/v1/tasks?size=1 (200, request 7 of the run).',
    },
    {
      row: 'written',
      label: 'written (critical, easy to find)',
      value:
        'A title. The suite sends GET /api/v1/tasks?size=1 (200, request 7 of the run), which stores something wrong, but does not check what was stored. For example: `GET /tasks`.',
    },
    { row: 'easy', label: 'easy (critical, easy to find)', value: 'A title. Add a test: `GET /tasks`.' },
    { row: 'hard', label: 'hard (critical, hard to find)', value: 'A title. Add a test: `GET /tasks`.' },
  ])
  t.strictSame(
    rows.map(({ name }) => name),
    ['easy', 'found', 'written', 'hard', 'cheap-and-severe', 'minor', 'cheap'],
    'the most severe first',
  )
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

t.test('notes explain runs that failed for another reason, or hit a rate limit', async (t) => {
  const run = { ...FAILED, isLimited: true }
  const unrelated: DefectResult = {
    ...DEFECT,
    outcome: 'unrelated',
    reach: null,
    run: FAILED,
    output: 'EEXIST',
    earlierRun: FAILED,
    repeated: 'no-proof',
  }
  const report = toReport(
    { ...RESULT, defects: [unrelated, { ...DEFECT, outcome: 'error', reach: null, run }] },
    undefined,
  )
  t.match(report.notes, [
    /^1 run failed, although the defect had changed nothing\. The defect does not count as found\.$/,
    /^1 run hit a rate limit \(429\)\. The defect does not count as found\.$/,
    /^Does the suite depend on the time/,
    /^1 run proved nothing, so the suite ran once more, alone/,
    /^The service refused requests because of a rate limit/,
  ])
  t.match(report.rows[0], {
    status: 'error',
    label: 'failed for another reason',
    details: [
      { label: 'Rule' },
      { label: 'Decision 1' },
      { label: 'Exposed by' },
      { label: 'Run', value: /^1\.0 s, exit code 1, 1 request: it failed, although the defect had changed nothing/ },
      { label: 'First run', value: /exit code 1.*: it failed, although .*, so the suite ran once more, alone$/ },
      { label: 'Output', value: 'EEXIST', isLong: false },
    ],
  })
  const limitedFirst: DefectResult = { ...DEFECT, earlierRun: { ...FAILED, isLimited: true }, repeated: 'no-proof' }
  t.match(toReport({ ...RESULT, defects: [limitedFirst] }, undefined).rows[0]?.details.at(-1), {
    label: 'First run',
    value: /: it hit a rate limit \(429\), so the suite ran once more, alone$/,
  })
  const limited = { ...RESULT, score: null, problem: 'limited', output: '', correctRuns: [run], defects: [] } as const
  t.match(toReport(limited, undefined), { headline: /rate limit/, notes: [/printed nothing/, /fewer jobs/] })
})

t.test('notes say why runs were repeated alone, and what to do if that made a difference', async (t) => {
  const repeated = { ...DEFECT, run: RUN, earlierRun: FAILED }
  const defects: DefectResult[] = [
    { ...repeated, repeated: 'other-cause' },
    { ...repeated, repeated: 'disturbed', outcome: 'found', run: FAILED },
  ]
  const notes = [
    /^1 run reached a defect, but failed with an output that its changed response does not explain, so/,
    /^1 run had found a defect, but other runs were disturbed, so/,
  ]
  t.match(toReport({ ...RESULT, defects }, undefined).notes, [
    ...notes,
    /^Runs at the same time disturb each other: 1 run ended differently alone\. .*--output=results-\{job\}.*--jobs 1\.$/,
  ])
  t.equal(toReport({ ...RESULT, defects, jobs: 1 }, undefined).notes.length, 2)
})

t.test('notes explain runs without a request, and skipped defects', async (t) => {
  const error: DefectResult = {
    ...DEFECT,
    outcome: 'error',
    reach: null,
    run: { ...FAILED, signal: 'SIGSEGV', requests: 0 },
  }
  const report = toReport({ ...RESULT, defects: [error], skipped: ['three'] }, undefined)
  t.match(report.notes, [/^1 run failed without a request/, /^1 selected defect does not exist in v1 and was skipped/])
  t.match(report.rows[0], {
    status: 'error',
    details: [
      {},
      {},
      {},
      { label: 'Run', value: '1.0 s, SIGSEGV, 0 requests: it failed without a request to the board' },
    ],
  })
  t.match(toReport({ ...RESULT, skipped: ['three', 'four'] }, undefined).notes, [/^2 selected defects do not exist/])
})

t.test('a report without a score explains the problem', async (t) => {
  const without: GradeResult = {
    ...RESULT,
    score: null,
    output: 'Error: no',
    problem: 'false-alarm',
    correctRuns: [FAILED],
  }
  t.match(toReport({ ...without, server: 'http://127.0.0.1:1' }, 0), {
    isPassed: false,
    score: undefined,
    headline: /^No score: the suite fails on a correct board/,
    notes: [
      'The run on a correct board failed. This is the relevant part of its output; --output <folder> writes all of it to files:\nError: no',
    ],
  })
  const slow = { ...FAILED, isTimedOut: true, requests: 0 }
  t.match(toReport({ ...without, output: '', correctRuns: [slow] }, undefined).notes, [
    /It reached the time limit\. The board received no requests: .* It printed nothing\.$/,
  ])
  const flaky = toReport({ ...without, problem: 'flaky', correctRuns: [RUN, FAILED] }, undefined)
  t.match(flaky, { headline: /flaky/, notes: [/with \{job\}.* or use --jobs 1\. This is the relevant part/] })
  t.match(toReport({ ...without, problem: 'flaky', jobs: 1 }, undefined).notes, [/board failed\. This/])
  const control = {
    ...without,
    problem: 'control-failed',
    correctRuns: [RUN],
    controlRuns: [RUN, FAILED],
    defects: [],
  } as const
  const failed = toReport(control, undefined)
  t.match(failed, {
    headline: 'No score: the suite failed in a control run, on a correct board.',
    notes: [/cannot know which runs have a defect.* with \{job\}.*\nError: no$/],
  })
  t.match(formatTable(failed), /^Control runs +2 runs$/m)
  t.match(formatJunit(failed), '<error type="error" message="error: No score: the suite failed in a control run')
  t.match(JSON.parse(formatJson(failed)), { problem: 'control-failed', controlRuns: [{}, { isPassed: false }] })
  const silent = toReport({ ...without, problem: 'no-requests', output: null }, undefined)
  t.match(silent, { headline: /received no requests/, notes: [/BASE_URL.*API_URL.*--env/] })
  t.match(toReport({ ...without, defects: [{ ...DEFECT, outcome: 'not-run', reach: null, run: null }] }, 0).rows, [
    { status: 'skipped' },
  ])
})
