import t from 'tap'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import type { ToolOptions } from '../../../src/commands/grade/tools/grade-tool.js'
import { toToolReport } from '../../../src/commands/grade/tools/tool-report.js'
import { COUNT_RUNS, gradeScript, TOOL } from './grade-script.js'
import { startServer } from './suite.js'

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
