import t from 'tap'
import { toReport } from '../../../src/commands/grade/report/grade-report.js'
import type { DefectResult, GradeResult, SuiteRun } from '../../../src/commands/grade/types.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { DEFECT, RESULT, RUN } from './results.js'

const FAILED: SuiteRun = { ...RUN, isPassed: false, exitCode: 1 }

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
