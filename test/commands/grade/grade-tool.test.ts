import t, { type Test } from 'tap'
import { type BoardSource, startBoards } from '../../../src/commands/grade/boards.js'
import { TOOL_TEMPLATES } from '../../../src/commands/grade/environment.js'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import { gradeTool, type ToolOptions } from '../../../src/commands/grade/tools/grade-tool.js'
import { toToolReport } from '../../../src/commands/grade/tools/tool-report.js'
import type { ToolGradeResult } from '../../../src/commands/grade/tools/tool-types.js'
import { formatHtml } from '../../../src/commands/report/html.js'
import { formatJson } from '../../../src/commands/report/json.js'
import { formatJunit } from '../../../src/commands/report/junit.js'
import { formatMarkdown } from '../../../src/commands/report/markdown.js'
import type { Report } from '../../../src/commands/report/report.js'
import { formatTable } from '../../../src/commands/report/table.js'
import { runHere } from './run-here.js'
import { recordedProgress, startServer, TEMPLATES, writeSuite } from './suite.js'

/** Boards of a service in this process. */
const source = await startBoards(undefined)
t.teardown(() => source.close())

const DEFECTS = ['create-returns-200', 'summary-total-lacks-column', 'list-ignores-status']

/** Sends a request, and reports findings as NDJSON. */
const TOOL = `
  import { appendFileSync, writeFileSync } from 'node:fs'
  const { API_URL, REPORT_FILE, SEED } = process.env
  const report = (finding) => appendFileSync(REPORT_FILE, JSON.stringify(finding) + '\\n')
  writeFileSync(REPORT_FILE, '')
  const create = async () => {
    const { status } = await fetch(API_URL + '/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A task', status: 'DONE' }),
    })
    return status
  }
`

/** A tool that counts its runs in a file. */
const COUNT_RUNS = `${TOOL}
  import { readFileSync } from 'node:fs'
  appendFileSync(import.meta.filename + '.runs', '.')
  const runs = readFileSync(import.meta.filename + '.runs', 'utf8').length
`

/** Grades a tool with a few defects. */
function gradeScript(
  t: Test,
  script: string,
  options: Partial<ToolOptions> = {},
  { progress = recordedProgress().progress, boards = source as BoardSource } = {},
): Promise<ToolGradeResult> {
  const defaults: ToolOptions = {
    command: writeSuite(t, script),
    variant: 'v1',
    defects: DEFECTS,
    jobs: 2,
    timeLimit: 30,
    templates: { ...TEMPLATES, ...TOOL_TEMPLATES },
    run: runHere,
    server: null,
    adapter: 'ndjson',
    seeds: 2,
    // The defects come in their order, and then the control runs.
    random: (limit) => limit - 1,
  }
  return gradeTool({ ...defaults, ...options }, boards, progress, new AbortController().signal)
}

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

t.test('a tool that asserts nothing scores 0', async (t) => {
  const result = await gradeScript(t, `${TOOL}\nawait create()`, { seeds: 1 })
  t.match(result, { score: { found: 0, total: 3 }, tool: { precision: null, curve: [], baseline: [] } })
  const facts = Object.fromEntries(toToolReport(result, undefined).facts.map(({ label, value }) => [label, value]))
  t.match(facts, {
    Adapter: 'ndjson, 1 seed',
    Baseline: 'no findings on correct boards',
    Precision: 'no run had a new finding',
    Curve: 'no defect was found',
    Missed: '2 not reached, 1 reached but not asserted',
  })
})

t.test('the exit code of a tool that fails on a correct board says nothing', async (t) => {
  const always = await gradeScript(t, `${TOOL}\nawait create()\nthrow new Error('Always')`, { adapter: 'exit-code' })
  t.match(always, { problem: 'false-alarm', score: null, output: /Always/, tool: { anySeed: null, allSeeds: null } })
  t.match(toToolReport(always, undefined), { headline: 'No score: the tool fails on a correct board.' })
  const flaky = await gradeScript(t, `${TOOL}\nawait create()\nprocess.exitCode = SEED - 1`, { adapter: 'exit-code' })
  t.match(flaky, { problem: 'flaky', score: null, defects: [{ outcome: 'not-run', runs: [] }] })
  t.notMatch(toToolReport(flaky, undefined).notes.join(), 'only those count', 'no run had a defect')
  const passes = await gradeScript(t, `${TOOL}\nif (await create() !== 201) process.exitCode = 1`, {
    adapter: 'exit-code',
  })
  t.match(passes, { score: { found: 1 }, defects: [{ runs: [{ findings: [{ check: 'exit code 1' }] }, {}] }] })
})

t.test('findings that a control run has as well prove nothing', async (t) => {
  const count = `${COUNT_RUNS}
    await create()
    const letters = 'abcdefghijklmnop'[runs]`
  const defects = ['create-returns-200']
  const options = { seeds: 1, jobs: 1, defects }
  const same = await gradeScript(t, `${count}\nif (runs > 1) report({ check: 'replayed' })`, options)
  t.match(same, { problem: null, score: { found: 0 }, controlRuns: { length: 4 }, tool: { controlFindings: [] } })
  const other = await gradeScript(t, `${count}\nif (runs > 1) report({ check: 'replayed ' + letters })`, options)
  t.match(other, {
    problem: 'control-failed',
    score: null,
    defects: [{ outcome: 'not-run', runs: [] }],
    tool: { anySeed: null, precision: null, controlFindings: [{ check: 'replayed d' }, {}, {}, {}] },
  })
  t.match(toToolReport(other, undefined), {
    headline: 'No score: control runs, on correct boards, had findings that no other run had.',
    notes: [/^Single control runs had findings that no other run .*: all: replayed d; all: replayed e/],
  })
  // The tool reports findings on all boards, and fails for them.
  const failing = `${count}
    report({ check: 'always' })
    if (runs > 1) report({ check: 'replayed ' + letters })
    process.exitCode = 1`
  const { facts, notes, headline } = toToolReport(await gradeScript(t, failing, options), undefined)
  t.match(headline, /^No score: control runs, on correct boards, had findings/)
  t.strictSame([notes.length, notes.join().includes('passed')], [1, false])
  t.match(facts.find(({ label }) => label === 'Baseline')?.value, '5 findings on correct boards, 1 with every seed')
  const exits = await gradeScript(t, `${count}\nif (runs > 1) throw new Error('Exit')`, {
    ...options,
    adapter: 'exit-code',
  })
  t.match(exits, { problem: 'control-failed', output: /Error: Exit/, controlRuns: { length: 1 } })
})

t.test('a tool without requests or with a rate limit has no score', async (t) => {
  const silent = await gradeScript(t, TOOL)
  t.match(silent, { problem: 'no-requests', output: null })
  t.match(toToolReport(silent, undefined), {
    headline: 'No score: a board received no requests.',
    notes: [/^The tool must send its requests/],
  })
  const server = await startServer(t, {}, { BOARD_RATE: 2 })
  const boards = server.source()
  t.teardown(() => boards.close())
  const many = `${TOOL}\nawait Promise.all(Array.from({ length: 9 }, create))`
  const limited = await gradeScript(t, many, { jobs: 1 }, { boards })
  t.match(limited, { problem: 'limited', coverage: null })
  t.match(toToolReport(limited, undefined).notes, [/^The service refused requests because of a rate limit/])
})

t.test('a tool must write a report that its adapter can read', async (t) => {
  const rejects = (script: string, message: RegExp, options: Partial<ToolOptions> = {}) =>
    t.rejects(gradeScript(t, script, options), { name: 'Error', message })
  await rejects(
    `fetch(process.env.API_URL + '/tasks')`,
    /^The tool wrote no report\..*\{report\}.*a correct board: .* exit code 0, 1 request$/,
    { run: runCommand },
  )
  await rejects(
    `await new Promise(() => setInterval(() => {}, 1000))`,
    /correct board: .*, stopped at the time limit, 0 requests$/,
    { timeLimit: 1, run: runCommand },
  )
  await rejects(`${TOOL}\nawait create()`, /^The report is not JUnit XML: /, { adapter: 'junit' })
  await rejects(
    `import { mkdirSync } from 'node:fs'\nmkdirSync(process.env.REPORT_FILE)`,
    /^Cannot read the report of the tool: it is not a regular file\. This was a run/,
  )
  const crash = `${TOOL}
    import { rmSync } from 'node:fs'
    if (await create() !== 201) rmSync(REPORT_FILE)`
  const folder = `${TOOL}
    import { mkdirSync, rmSync } from 'node:fs'
    if (await create() !== 201) rmSync(REPORT_FILE), mkdirSync(REPORT_FILE)`
  for (const script of [crash, folder]) {
    t.match(await gradeScript(t, script, { defects: ['create-returns-200'], seeds: 1 }), {
      score: { found: 0 },
      defects: [{ outcome: 'error', runs: [{ findings: [] }] }],
    })
  }
})
