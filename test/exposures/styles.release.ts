/**
 * Prints the exposures of all defects in every style, and runs the tests: on correct boards all pass, and on boards with
 * the defects all fail. `npm run test:suggestions` runs all styles, with `STYLES='pytest hurl'` some.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { DEFECTS, exposureOf } from '../../src/defects/catalogue.js'
import type { Defect } from '../../src/defects/defect.js'
import { type PlannedTest, planTest } from '../../src/rules/exposures/print/plan.js'
import { STYLES, type Style } from '../../src/rules/exposures/print/styles.js'
import { createDefective } from '../defects/api.js'
import { ownStore, type Service, startService } from '../helper.js'
import { isInstalled } from '../tools/tool.js'
import { keyOf, RUNNERS, type Runner } from './runners.js'

/** The styles to run, from the environment: all by default. */
const CHOSEN = process.env.STYLES?.split(' ').filter(Boolean) ?? []

for (const style of STYLES.filter(({ name }) => CHOSEN.length === 0 || CHOSEN.includes(name))) {
  const runner = RUNNERS[style.name] as Runner
  t.test(`${style.title}: tests pass on correct boards, and fail on defective ones`, async (t) => {
    if (runner.command !== undefined && !isInstalled(t, runner.command)) return
    const service = await startService(t, { ...(await ownStore()), clock: Date.now })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const folder = join(import.meta.dirname, '../../.benchmark/suggestions', style.name)
    rmSync(folder, { recursive: true, force: true })
    for (const [path, content] of Object.entries(style.project)) write(folder, path, content)
    if (runner.install) await execute(runner.install, folder)
    for (const variant of ['v1', 'v2'] as const) {
      const defects = DEFECTS.filter((defect) => variant === 'v2' || exposureOf(defect, []).variant === 'v1')
      for (const isDefective of [false, true]) {
        await runTests(t, { service, style, runner, folder, variant, defects, isDefective })
      }
    }
  })
}

interface Run {
  service: Service
  style: Style
  runner: Runner
  folder: string
  variant: 'v1' | 'v2'
  defects: readonly Defect[]
  isDefective: boolean
}

/** How often a test is run whose requests at the same time can miss each other. */
const ATTEMPTS = 4

/** Writes a test for each defect, with the base URL of a board of its own, and starts the runner once. */
async function runTests(t: Test, run: Run): Promise<void> {
  const { service, style, variant, defects, isDefective } = run
  const { port } = service.app.server.address() as AddressInfo
  const tests: Written[] = []
  for (const defect of defects) {
    const { name } = defect
    const board = await createDefective(service, isDefective ? [name] : [])
    const url = `http://127.0.0.1:${port}/b/${board.id}/api/${variant}`
    const plan = planTest(exposureOf(defect, []), variant, url)
    if (style.reasonAgainst?.(plan) === undefined) tests.push({ name, plan, path: style.fileOf(plan) })
  }
  t.equal(new Set(tests.map(({ path }) => path)).size, tests.length, 'each test has a file of its own')
  let wrong = await runOnce(run, tests)
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const others = wrong.filter(({ plan }) => plan.steps.some(({ requests }) => requests.length > 1))
    if (!isDefective || others.length === 0) break
    const stillWrong = new Set(await runOnce(run, others))
    wrong = wrong.filter((test) => !others.includes(test) || stillWrong.has(test))
  }
  t.strictSame(
    wrong.map(({ name, plan }) => `${name}: ${plan.slug}`),
    [],
    `${style.name} ${variant}: ${tests.length} tests ${isDefective ? 'fail on defective boards' : 'pass on correct boards'}`,
  )
}

interface Written {
  /** The name of the defect. */
  name: string
  plan: PlannedTest
  path: string
}

/** Runs tests, and returns those with the wrong result, or with none. */
async function runOnce({ style, runner, folder, isDefective }: Run, tests: readonly Written[]): Promise<Written[]> {
  for (const { path, plan } of tests) write(folder, path, style.print(plan))
  const { output } = await execute(runner.run, folder)
  const results = runner.results(folder, output)
  for (const { path } of tests) rmSync(join(folder, path))
  return tests.filter(({ plan }) => results.get(keyOf(plan.slug)) !== !isDefective)
}

function write(folder: string, path: string, content: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Runs a command of the shell. Its exit code does not matter. */
function execute(command: string, cwd: string): Promise<{ output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, BASE_URL: undefined, API_URL: undefined, CI: '1' }
    const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', () => {
      writeFileSync(join(cwd, 'output.txt'), output)
      resolve({ output })
    })
  })
}
