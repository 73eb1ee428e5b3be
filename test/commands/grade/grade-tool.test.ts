import t from 'tap'
import { toToolReport } from '../../../src/commands/grade/tools/tool-report.js'
import { formatHtml } from '../../../src/commands/report/html.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatMarkdown } from '../../../src/commands/report/markdown.js'
import type { Report } from '../../../src/commands/report/report.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { COUNT_RUNS, DEFECTS, gradeScript, TOOL } from './grade-script.js'
import { recordedProgress } from './suite.js'

/** Finds the status of createTask with both seeds, and that of the summary with one. It cries wolf, too. */
const FINDER = `${TOOL}
  report({ check: 'always fails', operation: 'GET /tasks' })
  if (SEED === '2') report({ check: 'second seed only', operation: 'GET /tasks' })
  const status = await create()
  if (status !== 201) report({ check: 'status', method: 'POST', url: API_URL + '/tasks', status })
  const { totalTasks } = await (await fetch(API_URL + '/tasks/summary')).json()
  if (SEED === '2' && totalTasks !== 1) report({ check: 'total', operation: 'GET /tasks/summary' })
  await fetch(API_URL + '/tasks?status=TODO')
  process.exitCode = 1
`

t.test('a defect is found by a finding that no correct board had', async (t) => {
  const { progress, ends } = recordedProgress()
  const result = await gradeScript(t, FINDER, {}, { progress })
  t.match(result, {
    problem: null,
    score: { found: 2, total: 3 },
    correctRuns: [{ isPassed: false, requests: 3 }, { isPassed: false }],
    tool: {
      adapter: 'ndjson',
      seeds: [1, 2],
      baseline: [
        { operation: 'listTasks', status: null, check: 'always fails', seeds: [1, 2] },
        { operation: 'listTasks', check: 'second seed only', seeds: [2] },
      ],
      anySeed: { found: 2, total: 3 },
      allSeeds: { found: 1, total: 3 },
      precision: { found: 3, total: 3, percent: 100 },
      requests: 18,
      curve: [
        { requests: 1, found: 1 },
        { requests: 2, found: 2 },
      ],
    },
    defects: [
      {
        name: 'create-returns-200',
        outcome: 'found',
        reach: null,
        evidence: { first: { number: 1 } },
        runs: [
          { seed: 1, outcome: 'found', findings: [{ operation: 'createTask', status: 200, check: 'status' }] },
          { seed: 2, outcome: 'found' },
        ],
      },
      { name: 'list-ignores-status', outcome: 'missed', reach: 'not-asserted', output: null },
      {
        name: 'summary-total-lacks-column',
        outcome: 'found',
        runs: [{ outcome: 'missed', evidence: { requests: 1 } }, { outcome: 'found' }],
      },
    ],
  })
  const names = new Set(ends.filter(({ outcome }) => outcome === undefined).map(({ name }) => name))
  t.strictSame(names, new Set(['correct-board', 'control-run'].flatMap((name) => [`${name}-seed-1`, `${name}-seed-2`])))
  t.ok(ends.some(({ name, outcome }) => name === 'create-returns-200-seed-2' && outcome === 'found'))
})

t.test('every format shows what the seeds found, the precision, the budget and the curve', async (t) => {
  const result = await gradeScript(t, FINDER)
  const report = toToolReport(result, 90)
  t.match(report, { title: 'Grade of a tool', isPassed: false })
  for (const format of [(report: Report) => formatTable(report), formatJunit, formatHtml, formatMarkdown]) {
    const text = format(report).replaceAll('\\', '')
    for (const part of [
      '2 findings on correct boards, 1 with every seed',
      '2 of 3 (66.6%)',
      '1 of 3 (33.3%)',
      '100%: 3 of 3 runs with new findings',
      '6 runs with 18 requests in ',
      '; 3 requests and ',
      '1 with 1 request, 2 with 2 requests',
      'reached the defect, but did not assert on it: GET /api/v1/tasks?status=TODO (200, request 3 of the run)',
      '1 finding on correct boards did not appear with every seed',
    ]) {
      if (format !== formatJunit || !part.includes('did not appear')) t.ok(text.includes(part), part)
    }
  }
  t.match(formatHtml(report), /"Found by","value":"seed 2 of 2".*"New findings","value":"getTaskSummary: total/s)
  t.match(JSON.parse(formatJson(report)), { tool: { precision: { percent: 100 } } })
})

t.test('new findings without a changed response do not count, and lower the precision', async (t) => {
  const random = `${COUNT_RUNS}
    if (await create() !== 201) report({ check: 'status', operation: 'POST /tasks' })
    for (let n = 0; runs <= 6 && n < 5; n++) report({ check: 'random ' + 'abcdefghij'.repeat(5).split('').sort(() => Math.random() - 0.5).join(''), status: n })`
  const result = await gradeScript(t, random, { defects: DEFECTS.slice(0, 2), jobs: 1 })
  t.match(result, {
    score: { found: 1, total: 2 },
    tool: { precision: { found: 2, total: 4, percent: 50 } },
    defects: [{ outcome: 'found' }, { outcome: 'unrelated', reach: null, runs: [{ outcome: 'unrelated' }, {}] }],
  })
  t.match(toToolReport(result, undefined), {
    notes: [
      /although the defect had changed nothing/,
      /^Does the tool depend/,
      /^10 findings on correct boards did not appear with every seed/,
    ],
  })
  const [, unrelated] = toToolReport(result, undefined).rows
  t.match(unrelated?.details.at(-1), { label: 'New findings', value: /^all \(\d\): random \w+; .*; and 7 more$/ })
})
