import t from 'tap'
import { toReport } from '../../src/grade/grade-report.js'
import type { DefectResult, GradeResult, Run } from '../../src/grade/types.js'

const RUN: Run = {
  isPassed: true,
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  seconds: 1,
  requests: 1,
  isLimited: false,
}
const DEFECT: DefectResult = {
  name: 'one',
  title: 'A title.',
  rule: 'A rule (decision 1).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  outcome: 'missed',
  run: RUN,
}
const RESULT: GradeResult = {
  version: '1.0.0',
  command: ['sh', '-c', "echo 'it'"],
  variant: 'v1',
  server: null,
  startedAt: '2026-03-02T08:30:00.000Z',
  seconds: 2,
  jobs: 2,
  problem: null,
  output: null,
  score: { found: 1, total: 2, percent: 50 },
  bySeverity: { major: { found: 1, total: 2, percent: 50 } },
  byArea: { lists: { found: 1, total: 2, percent: 50 } },
  correctRuns: [RUN, { ...RUN, requests: 2 }],
  defects: [DEFECT, { ...DEFECT, name: 'two', outcome: 'found' }],
  skipped: [],
}
const FAILED: Run = { ...RUN, isPassed: false, exitCode: 1 }

t.test('a report passes if the score is at least the minimum', async (t) => {
  t.match(toReport(RESULT, undefined), { isPassed: true, score: 50, headline: 'Score 50 %: found 1 of 2 defects.' })
  t.match(toReport(RESULT, 50), { isPassed: true })
  t.match(toReport(RESULT, 50.1), {
    isPassed: false,
    headline: 'Score 50 %, below the minimum of 50.1 %: found 1 of 2 defects.',
  })
})

t.test('a report names the rule of each defect, and the shares of areas and severities', async (t) => {
  const report = toReport(RESULT, undefined)
  t.match(report.rows[0], {
    name: 'one',
    status: 'failed',
    label: 'missed',
    tags: ['major', 'easy to find'],
    details: [{ label: 'Rule', value: 'A rule (decision 1).' }],
  })
  t.equal(report.rows[1]?.status, 'passed')
  t.strictSame(report.shares, [{ name: 'lists', passed: 1, total: 2 }])
  const facts = Object.fromEntries(report.facts.map(({ label, value }) => [label, value]))
  t.match(facts, {
    Command: `sh -c 'echo '\\''it'\\'''`,
    Service: 'task-board-service 1.0.0, started for this grade',
    Major: '1 of 2 found',
    'Correct board': '1.0 s, exit code 0, 1 request; 1.0 s, exit code 0, 2 requests',
  })
})

t.test('notes explain runs without a request, and skipped defects', async (t) => {
  const error: DefectResult = { ...DEFECT, outcome: 'error', run: { ...FAILED, signal: 'SIGSEGV', requests: 0 } }
  const report = toReport({ ...RESULT, defects: [error], skipped: ['three'] }, undefined)
  t.match(report.notes, [/^1 run failed without a request/, /^1 selected defect does not exist in v1 and was skipped/])
  t.match(report.rows[0], { status: 'error', details: [{}, { label: 'Run', value: '1.0 s, SIGSEGV, 0 requests' }] })
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
    notes: ['The run on a correct board failed. These are its last lines:\nError: no'],
  })
  const slow = { ...FAILED, isTimedOut: true, requests: 0 }
  t.match(toReport({ ...without, output: '', correctRuns: [slow] }, undefined).notes, [
    /It reached the time limit\. The board received no requests: .* It printed nothing\.$/,
  ])
  const flaky = toReport({ ...without, problem: 'flaky', correctRuns: [RUN, FAILED] }, undefined)
  t.match(flaky, { headline: /flaky/, notes: [/try --jobs 1\. These are its last lines/] })
  t.match(toReport({ ...without, problem: 'flaky', jobs: 1 }, undefined).notes, [/board failed\. These/])
  const silent = toReport({ ...without, problem: 'no-requests', output: null }, undefined)
  t.match(silent, { headline: /received no requests/, notes: [/BASE_URL.*API_URL.*--env/] })
  t.match(toReport({ ...without, defects: [{ ...DEFECT, outcome: 'not-run', run: null }] }, 0).rows, [
    { status: 'skipped' },
  ])
})
