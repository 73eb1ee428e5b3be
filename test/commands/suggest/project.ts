import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { exposureOf } from '../../../src/api/defects/catalogue.js'
import type { Defect } from '../../../src/api/defects/defect.js'
import { type PlannedTest, planTest } from '../../../src/rules/exposures/plan/plan.js'
import type { Style } from '../../../src/rules/exposures/print/styles.js'
import { createDefective } from '../../api/defects/api.js'
import type { Service } from '../../kit/helper.js'
import { keyOf, RUNNERS, type Runner } from './runners.js'

/** A folder in which tests of a style run. */
export interface Project {
  style: Style
  folder: string
  /** A service that listens. */
  service: Service
}

/** A printed test. */
export interface Printed {
  defect: Defect
  plan: PlannedTest
}

/** Creates the files of a project, without the tests. */
export function createProject(project: Project): Project {
  for (const [path, content] of Object.entries(project.style.project)) write(project, path, content)
  return project
}

/** Prepares the tests of defects, each with the base URL of a board of its own. Those that the style cannot express are left out. */
export async function planTests(
  { service, style }: Project,
  defects: readonly Defect[],
  variant: 'v1' | 'v2',
  isDefective: boolean,
): Promise<Printed[]> {
  const { port } = service.app.server.address() as AddressInfo
  const printed: Printed[] = []
  for (const defect of defects) {
    const board = await createDefective(service, isDefective ? [defect.name] : [])
    const url = `http://127.0.0.1:${port}/b/${board.id}/api/${variant}`
    const plan = planTest(exposureOf(defect, []), variant, url)
    if (style.reasonAgainst?.(plan) === undefined) printed.push({ defect, plan })
  }
  return printed
}

/** Starts the runner once, and returns the tests that did not pass or fail as expected, or have no result. */
export async function findWrong(project: Project, tests: readonly Printed[], isPassing: boolean): Promise<Printed[]> {
  const { style, folder } = project
  const runner = RUNNERS[style.name] as Runner
  for (const { plan } of tests) write(project, style.fileOf(plan), style.print(plan))
  const results = runner.results(folder, await execute(runner.run, folder))
  for (const { plan } of tests) rmSync(join(folder, style.fileOf(plan)))
  return tests.filter(({ plan }) => results.get(keyOf(plan.slug)) !== isPassing)
}

/** Runs a command of the shell, and returns its output. Its exit code does not matter. */
export function execute(command: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, API_URL: undefined, NODE_OPTIONS: '', CI: '1' }
    const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', () => {
      writeFileSync(join(cwd, 'output.txt'), output)
      resolve(output)
    })
  })
}

function write({ folder }: Project, path: string, content: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
