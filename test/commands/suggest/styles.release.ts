/**
 * Prints the exposures of all defects in every style, and runs the tests: on correct boards all pass, and on boards with
 * the defects all fail. `npm test -- suggestions` runs all styles, with `STYLES='pytest hurl'` some.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { DEFECTS, exposureOf } from '../../../src/api/defects/catalogue.js'
import { STYLES } from '../../../src/rules/exposures/print/styles.js'
import { ownStore, startService } from '../../kit/helper.js'
import { isInstalled } from '../../tools/tool.js'
import { createProject, execute, findWrong, type Project, planTests } from './project.js'
import { RUNNERS, type Runner } from './runners.js'

/** The styles to run, from the environment: all by default. */
const CHOSEN = process.env.STYLES?.split(' ').filter(Boolean) ?? []

/** How often a test is run whose requests at the same time can miss each other. */
const ATTEMPTS = 10

for (const style of STYLES.filter(({ name }) => CHOSEN.length === 0 || CHOSEN.includes(name))) {
  const { command, install } = RUNNERS[style.name] as Runner
  t.test(`${style.title}: tests pass on correct boards, and fail on defective ones`, async (t) => {
    if (command !== undefined && !isInstalled(t, command)) return
    const service = await startService(t, { ...(await ownStore()), clock: Date.now })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const folder = join(import.meta.dirname, '../../../.benchmark/suggestions', style.name)
    rmSync(folder, { recursive: true, force: true })
    const project = createProject({ style, folder, service })
    if (install) await execute(install, folder)
    for (const variant of ['v1', 'v2'] as const) {
      for (const isDefective of [false, true]) await runTests(t, project, variant, isDefective)
    }
  })
}

/** Runs the tests of all defects together. */
async function runTests(t: Test, project: Project, variant: 'v1' | 'v2', isDefective: boolean): Promise<void> {
  const { style } = project
  const defects = DEFECTS.filter((defect) => variant === 'v2' || exposureOf(defect, []).variant === 'v1')
  const tests = await planTests(project, defects, variant, isDefective)
  let wrong = await findWrong(project, tests, !isDefective)
  for (let attempt = 1; isDefective && attempt < ATTEMPTS; attempt++) {
    const missed = wrong.filter(({ plan }) => plan.steps.some(({ requests }) => requests.length > 1))
    if (missed.length === 0) break
    const still = await findWrong(project, missed, false)
    wrong = wrong.filter((test) => !missed.includes(test) || still.includes(test))
  }
  t.strictSame(
    wrong.map(({ defect, plan }) => `${defect.name}: ${plan.slug}`),
    [],
    `${style.name} ${variant}: ${tests.length} tests ${isDefective ? 'fail on defective boards' : 'pass on correct boards'}`,
  )
}
