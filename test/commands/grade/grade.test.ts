import t from 'tap'
import { startBoards } from '../../../src/commands/grade/boards.js'
import { defectTimeLimit } from '../../../src/commands/grade/grade.js'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import { source } from './source.js'
import { CHECK_CREATE, COUNT_RUNS, gradeSuite, REPLAY, recordedProgress, writeSuite } from './suite.js'

const CONTROLS = Array(4).fill(undefined)

t.test('a failed run has found the defect, a passed run has missed it', async (t) => {
  const { progress, ends } = recordedProgress()
  const result = await gradeSuite(source, { command: writeSuite(t, CHECK_CREATE) }, { progress })
  t.match(result, {
    problem: null,
    score: { found: 1, total: 2, percent: 50 },
    byArea: { 'status-codes': { found: 1 }, summary: { found: 0 } },
    correctRuns: [{ isPassed: true, requests: 1 }, { isPassed: true }],
    defects: [
      {
        name: 'create-returns-200',
        outcome: 'found',
        evidence: { effect: 'response', requests: 1, first: { number: 1, method: 'POST', target: '/api/v1/tasks' } },
        run: { exitCode: 1, requests: 1 },
        output: /POST \/tasks returned 200/,
      },
      {
        name: 'summary-total-lacks-column',
        outcome: 'missed',
        evidence: null,
        rule: /totalTasks.*specification/,
        exposedBy: /summary/,
        run: { exitCode: 0 },
        output: null,
      },
    ],
    skipped: { length: 0 },
  })
  const found = ends.find(({ name }) => name === 'create-returns-200')
  t.match(found, { outcome: 'found', output: /POST \/tasks returned 200/ })
})

t.test('every run has an empty board, or one with the fixture, with the defect and a root of its own', async (t) => {
  const suite = `
    const { totalTasks } = await (await fetch(new URL('/api/v2/tasks', process.env.BASE_URL))).json().catch(() => ({}))
    const summary = await (await fetch(process.env.API_URL + '/tasks/summary')).json()
    console.log(process.argv[2], JSON.stringify(summary))
    ${CHECK_CREATE}
  `
  for (const [fixture, count] of [
    [undefined, 0],
    ['demo', 20],
  ] as const) {
    const source = await startBoards(fixture)
    const { progress, ends } = recordedProgress()
    const command = [...writeSuite(t, suite), '{apiUrl}']
    await gradeSuite(source, { command }, { progress })
    await source.close()
    t.equal(ends.length, 8)
    const urls = ends.map(({ output }) => output.split(' ')[0])
    t.equal(new Set(urls).size, 8, 'no run reaches the board of another one')
    for (const url of urls) t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const correct = ends.filter(({ name }) => ['correct-board', 'control-run'].includes(name))
    t.equal(correct.length, 6)
    for (const { output } of correct) t.match(output, `"totalTasks":${count}`)
    const defective = ends.find(({ name }) => name === 'summary-total-lacks-column')
    t.match(defective?.output, `"totalTasks":${count === 0 ? 0 : 13}`)
  }
})

t.test('a suite that fails on a correct board has no score', async (t) => {
  const command = writeSuite(t, `${CHECK_CREATE}\nthrow new Error('Always')`)
  const result = await gradeSuite(source, { command })
  t.match(result, { problem: 'false-alarm', score: null, output: /Error: Always/, correctRuns: [{ requests: 1 }] })
  t.ok(result.defects.every(({ outcome, run }) => outcome === 'not-run' && run === null))
})

t.test('a passed run that got a changed response has reached the defect, but not asserted on it', async (t) => {
  const suite = `${CHECK_CREATE}
    await fetch(process.env.API_URL + '/tasks/' + (await response.json()).id, { method: 'DELETE' })
    await fetch(process.env.API_URL + '/tasks?status=TODO')`
  const defects = ['delete-returns-200', 'delete-leaves-gap', 'list-ignores-status']
  t.match(await gradeSuite(source, { command: writeSuite(t, suite), defects }), {
    defects: [
      {
        name: 'delete-returns-200',
        outcome: 'missed',
        reach: 'not-asserted',
        evidence: { first: { number: 2, method: 'DELETE', status: 200 } },
        exchange: { response: { status: 200 }, expected: { status: 204 }, difference: [{ at: 'status' }] },
      },
      { name: 'list-ignores-status', outcome: 'missed', evidence: null, reach: 'not-reached' },
      { name: 'delete-leaves-gap', outcome: 'missed', evidence: null },
    ],
  })
})

t.test('a run that fails although its defect changed nothing has not found it, and is repeated alone', async (t) => {
  const options = { jobs: 1, defects: ['list-ignores-status'] }
  const once = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 3) throw new Error('A lack of luck')`
  const { progress, ends } = recordedProgress()
  const result = await gradeSuite(source, { ...options, command: writeSuite(t, once) }, { progress })
  t.match(result, {
    score: { found: 0 },
    defects: [{ outcome: 'missed', run: { isPassed: true }, earlierRun: { isPassed: false }, output: null }],
  })
  const outcomes = ends.map(({ outcome }) => outcome)
  t.strictSame(outcomes, [undefined, undefined, 'unrelated', ...CONTROLS, 'missed', ...CONTROLS])
  const always = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 3 || runs === 8) throw new Error('A lack of luck')`
  t.match(await gradeSuite(source, { ...options, command: writeSuite(t, always) }), {
    score: { found: 0 },
    defects: [{ outcome: 'unrelated', evidence: null, output: /A lack of luck/ }],
  })
})

t.test('runs that disturb each other are noticed before the first defect, and have no score', async (t) => {
  const suite = `
    import { mkdirSync, rmdirSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const folder = import.meta.filename + (process.argv[2] ?? '') + '.results'
    mkdirSync(folder)
    process.once('exit', () => rmdirSync(folder))
    ${CHECK_CREATE}
    // The runs overlap.
    await sleep(1000)
  `
  const command = writeSuite(t, suite)
  const result = await gradeSuite(source, { command, run: runCommand, jobs: 2 })
  t.match(result, { problem: 'flaky', score: null, output: /EEXIST/ })
  t.ok(result.defects.every(({ outcome }) => outcome === 'not-run'))
  t.match(await gradeSuite(source, { command: [...command, '{job}'], run: runCommand, jobs: 2 }), {
    problem: null,
    correctRuns: [{ isPassed: true }, { isPassed: true }],
    score: { found: 1 },
  })
})

t.test('a find whose output does not show the changed response is confirmed alone', async (t) => {
  for (const [message, expected] of [
    ["ENOENT: no such file or directory, open 'results/a.txt'", { outcome: 'missed', repeated: 'other-cause' }],
    ["Expected 'file of run A', received 'file of run B'", { outcome: 'missed', repeated: 'other-cause' }],
    ['POST /tasks: expected 201, received 200', { outcome: 'found', repeated: null, earlierRun: null }],
  ] as const) {
    const suite = `${REPLAY.replace('await fetch', 'const { status } = await fetch')}
      if (status === 200 && !existsSync(file + '.seen')) {
        writeFileSync(file + '.seen', '')
        console.log(${JSON.stringify(message)})
        process.exit(1)
      }`
    const result = await gradeSuite(source, { command: writeSuite(t, suite) })
    t.match(result, { problem: null, defects: [{ name: 'create-returns-200', ...expected }, { repeated: null }] })
  }
})

t.test('after a run that was disturbed, all finds are confirmed alone', async (t) => {
  const suite = `${COUNT_RUNS}${CHECK_CREATE}\nif (runs === 4) throw new Error('A lack of luck')`
  t.match(await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1 }), {
    score: { found: 1 },
    defects: [
      { outcome: 'found', repeated: 'disturbed', earlierRun: { isPassed: false } },
      { outcome: 'missed', repeated: 'no-proof', earlierRun: { isPassed: false } },
    ],
  })
})

t.test('a suite that passes only once on a correct board is flaky, in whichever run', async (t) => {
  for (const [condition, expected] of Object.entries({ 'runs > 1': [true, false], 'runs === 1': [false, true] })) {
    const suite = `${COUNT_RUNS}${CHECK_CREATE}\nif (${condition}) throw new Error('Not this time')`
    const result = await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1 })
    t.match(result, { problem: 'flaky', score: null, output: /Not this time/ })
    const passed = result.correctRuns.map(({ isPassed }) => isPassed)
    t.strictSame(passed, expected)
  }
})

t.test('a suite that sends no request to the board is noticed', async (t) => {
  t.match(await gradeSuite(source, { command: ['true'] }), { problem: 'no-requests', score: null, output: null })
  t.match(await gradeSuite(source, { command: ['false'] }), { problem: 'false-alarm', output: '' })
})

t.test('a run that fails without a request has not found the defect', async (t) => {
  const suite = `${COUNT_RUNS}\nif (runs === 3 || runs === 8) throw new Error('The disk is full')\n${CHECK_CREATE}`
  const result = await gradeSuite(source, { command: writeSuite(t, suite), jobs: 1, defects: ['create-returns-200'] })
  t.match(result, { score: { found: 0, total: 1 }, defects: [{ outcome: 'error', run: { requests: 0 } }] })
})

t.test('a suite that does not end on a defective board has found the defect', async (t) => {
  const suite = `${CHECK_CREATE.replace('throw', 'setTimeout(() => {}, 300_000); 0 &&')}`
  const result = await gradeSuite(source, {
    command: writeSuite(t, suite),
    defects: ['create-returns-200'],
    timeLimit: 3,
    run: runCommand,
  })
  t.match(result, { score: { found: 1 }, defects: [{ outcome: 'found', run: { isTimedOut: true, isPassed: false } }] })
})

t.test('other runs have at most 30 seconds more than ten times the longest run before the first defect', async (t) => {
  const correctRuns = [{ seconds: 2 }, { seconds: 4 }, { seconds: 3 }]
  t.equal(defectTimeLimit(600, correctRuns), 70)
  t.equal(defectTimeLimit(20, correctRuns), 20)
})
