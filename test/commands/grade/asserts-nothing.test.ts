import t from 'tap'
import { sample } from '../../kit/length.js'
import { source } from './source.js'
import { gradeSuite, REPLAY, recordedProgress, writeSuite } from './suite.js'

/** How suites that assert nothing can choose the runs in which they fail. All pass in the first two. */
const CHEATS = {
  'the number of the run': 'const fails = runs > 2',
  'every second run': 'const fails = runs > 2 && runs % 2 === 0',
  'a file': "const fails = existsSync(file + '.b'); writeFileSync(file + (existsSync(file + '.a') ? '.b' : '.a'), '')",
  'the clock': `
    if (runs === 2) writeFileSync(file + '.time', String(performance.now()))
    const fails = runs > 2 && performance.now() > Number(readFileSync(file + '.time', 'utf8'))`,
}

t.test('a suite that asserts nothing has no score, however it chooses the runs in which it fails', async (t) => {
  for (const [name, cheat] of sample(Object.entries(CHEATS), 2)) {
    const { progress, ends } = recordedProgress()
    const command = writeSuite(t, `${REPLAY}${cheat}\nif (fails) throw new Error('Test A failed')`)
    const result = await gradeSuite(source, { command, jobs: 1 }, { progress })
    t.match(result, { problem: 'control-failed', score: null, output: /Test A failed/, bySeverity: {} }, name)
    t.ok(result.defects.every(({ outcome, run }) => outcome === 'not-run' && run === null))
    t.match(ends.at(-1), { name: 'control-run', outcome: undefined }, 'the first one that fails ends the grade')
    t.match(result.controlRuns.at(-1), { isPassed: false, exitCode: 1 })
  }
})

t.test('a suite cannot ask the service whether its board has defects', async (t) => {
  const suite = `${REPLAY}
    const { defects } = await (await fetch(process.env.BASE_URL + '/score')).json()
    const claim = { ...send, body: '{"defect":"create-returns-200"}' }
    const { verdict } = await (await fetch(process.env.BASE_URL + '/claims', claim)).json()
    const document = await (await fetch(process.env.API_URL + '/openapi.json')).text()
    if (defects.happened > 0 || verdict === 'right' || !document.includes('\\n')) process.exit(1)`
  const options = { command: writeSuite(t, suite), defects: ['create-returns-200', 'error-path-constant'] }
  t.match(await gradeSuite(source, options), { problem: null, score: { found: 0 } })
})
