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
import { planTest } from '../../src/rules/exposures/print/plan.js'
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

/** Writes a test for each defect, with the base URL of a board of its own, and starts the runner once. */
async function runTests(
  t: Test,
  { service, style, runner, folder, variant, defects, isDefective }: Run,
): Promise<void> {
  const { port } = service.app.server.address() as AddressInfo
  const written = new Map<string, string>()
  const paths = new Set<string>()
  for (const defect of defects) {
    const board = await createDefective(service, isDefective ? [defect.name] : [])
    const plan = planTest(exposureOf(defect, []), variant, `http://127.0.0.1:${port}/b/${board.id}/api/${variant}`)
    if (style.reasonAgainst?.(plan) !== undefined) continue
    const path = style.fileOf(plan)
    t.notOk(paths.has(path), `${path} is the file of one test`)
    paths.add(path)
    write(folder, path, style.print(plan))
    written.set(plan.slug, defect.name)
  }
  const { output } = await execute(runner.run, folder)
  const results = runner.results(folder, output)
  const wrong = [...written].filter(([slug]) => results.get(keyOf(slug)) !== !isDefective)
  t.strictSame(
    wrong.map(([slug, name]) => `${name}: ${results.get(keyOf(slug)) === undefined ? 'no result' : slug}`),
    [],
    `${style.name} ${variant}: ${written.size} tests ${isDefective ? 'fail on defective boards' : 'pass on correct boards'}`,
  )
  for (const path of paths) rmSync(join(folder, path))
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
