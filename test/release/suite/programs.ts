import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { DEFECTS, exposureOf } from '../../../src/api/defects/catalogue.js'
import { drill } from '../../../src/commands/drill/run-drill.js'
import { connectBoards } from '../../../src/commands/grade/boards.js'
import { runCommand } from '../../../src/commands/grade/run-command.js'
import { planTest } from '../../../src/rules/exposures/plan/plan.js'
import { STYLES } from '../../../src/rules/exposures/print/styles.js'
import { PERFECT } from '../../commands/drill/clients.js'
import { gradeSuite, TEMPLATES } from '../../commands/grade/suite.js'
import { normalise } from './normalise.js'
import type { Part } from './suite.js'

/** A client that repeats each request at once, and never reads what a lost request has done. */
const NAIVE = `
const send = (method, path, body) => fetch(process.env.TASKS_URL + path, {
  method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}).then(async (response) => response.ok ? response.json() : undefined)
for (let number = 1; number <= 20; number++) {
  const task = { title: 'Drill task ' + String(number).padStart(2, '0'), status: 'TODO' }
  for (let attempt = 0; attempt < 4; attempt++) if (await send('POST', '/tasks', task).catch(() => {})) break
}
`

/** Every eighth defect of v1, but not those of requests at the same time, which a suite can miss. */
const GRADED = DEFECTS.filter((defect) => {
  return defect.area !== 'concurrency' && exposureOf(defect, []).variant === 'v1'
}).filter((_, index) => index % 8 === 0)

/** Drills a client that does everything right, and one that does not. */
export const drills: Part = async (t, { server, nodeOptions }) => {
  const clients = { perfect: PERFECT, naive: [process.execPath, join(t.testdir({ 'naive.mjs': NAIVE }), 'naive.mjs')] }
  const results = await Promise.all(
    Object.entries(clients).map(async ([name, client]) => {
      const result = await drill(
        {
          command: ['env', `NODE_OPTIONS=${nodeOptions}`, ...client],
          ...{ variant: 'buggy', profile: 'hostile', seed: 1, timeLimit: 120 },
          ...{ urlVariables: [], server: { url: server, token: undefined } },
        },
        new AbortController().signal,
      )
      const { score, goals, verdicts, run, output } = result
      if (name === 'perfect') t.equal(score?.percent, 100)
      else t.ok(Number(score?.percent) < 90)
      return [name, normalise(JSON.stringify({ score, goals, verdicts, requests: run.requests, output }, null, 1))]
    }),
  )
  return Object.fromEntries(results)
}

/** Grades a suite that has the tests of all defects, one that asserts nothing, and one that sends nothing. */
export const grades: Part = async (t, { server, nodeOptions }) => {
  const suites = { perfect: writePerfectSuite(t), lenient: LENIENT, empty: '' }
  const transcripts: Record<string, string> = {}
  for (const [name, suite] of Object.entries(suites)) {
    const source = connectBoards({ url: server, token: undefined, address: 'path', fixture: undefined })
    const file = join(t.testdirName, `${name}.mjs`)
    writeFileSync(file, suite)
    const { problem, score, byArea, defects, correctRuns } = await gradeSuite(source, {
      command: [process.execPath, file],
      defects: GRADED.map((defect) => defect.name),
      server,
      run: runCommand,
      templates: { ...TEMPLATES, NODE_OPTIONS: nodeOptions },
    })
    await source.close()
    t.match({ problem, percent: score?.percent }, EXPECTED[name])
    const runs = defects.map(({ run, ...defect }) => ({ ...defect, output: null, exitCode: run?.exitCode }))
    const shown = { problem, score, byArea, runs, requests: correctRuns.map(({ requests }) => requests) }
    // It is chance which of its boards a job gets, and the printed tests choose texts at random.
    transcripts[name] = normalise(JSON.stringify(shown, null, 1)).replaceAll(
      /<id \d+>|(?<=\b|%25)[0-9a-f]{8}\b/g,
      '<id>',
    )
  }
  return transcripts
}

const LENIENT = `await (await fetch(process.env.API_URL + '/tasks')).text()`

const EXPECTED: Record<string, object> = {
  perfect: { problem: null, percent: 100 },
  lenient: { problem: null, percent: 0 },
  empty: { problem: 'no-requests' },
}

/** Writes the printed tests of the defects. Returns a module that imports them. */
function writePerfectSuite(t: Test): string {
  const [style] = STYLES
  if (style === undefined) throw new Error('There is no style')
  const tests = GRADED.map((defect) => planTest(exposureOf(defect, []), 'v1', 'http://127.0.0.1/api/v1'))
  t.testdir(Object.fromEntries(tests.map((test) => [style.fileOf(test), style.print(test)])))
  return tests.map((test) => `import './${style.fileOf(test)}'\n`).join('')
}
