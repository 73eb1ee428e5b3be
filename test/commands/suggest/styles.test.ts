import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import t, { type Test } from 'tap'
import { DEFECTS, exposureOf } from '../../../src/api/defects/catalogue.js'
import { createTask, equals, file } from '../../../src/rules/exposures/build.js'
import type { Exposure } from '../../../src/rules/exposures/exposure.js'
import { planTest } from '../../../src/rules/exposures/plan/plan.js'
import { STYLES, type Style, styleOf } from '../../../src/rules/exposures/print/styles.js'
import { ownStore, startService } from '../../kit/helper.js'
import { IS_FULL, sample } from '../../kit/length.js'
import { createProject, findWrong, planTests } from './project.js'

for (const style of STYLES) {
  t.test(`${style.title}: every defect has a test with its rule, in a file of its own`, async (t) => {
    t.equal(styleOf(style.name), style)
    for (const variant of ['v1', 'v2'] as const) {
      const plans = DEFECTS.map((defect) => planTest(exposureOf(defect, []), variant))
      t.equal(new Set(plans.map((plan) => style.fileOf(plan))).size, DEFECTS.length)
      for (const plan of plans) {
        const code = style.print(plan)
        const isComplete = [plan.rule, plan.baseUrl].every((text) => code.includes(text) || code.includes(inJson(text)))
        t.ok(isComplete && !/\[object Object|\bundefined\b/.test(code), plan.title)
      }
    }
  })
}

/** Returns a text as a part of a text in JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A test with what no exposure of a defect needs yet: other bodies, and values of other kinds. */
const OTHER: Exposure = {
  rule: 'A rule (decision 1).',
  variant: 'v1',
  editions: ['current'],
  board: 'any',
  steps: [
    { send: { method: 'POST', path: '/tasks', headers: { 'Content-Type': 'text/plain' }, body: { text: 'a `text`' } } },
    {
      send: { method: 'POST', path: '/tasks/1/attachments', body: { form: [file('a.bin')] } },
      expect: [equals('/0', { due: null }, 'an upload has no date')],
    },
    { send: createTask({ labels: Array(20).fill('a label') }) },
  ],
  cleanUp: [],
}

t.test('styles print texts and values of other kinds, or say why not', async (t) => {
  const plan = planTest(OTHER, 'v1')
  const printed = Object.fromEntries(STYLES.map((style) => [style.name, style.print(plan)]))
  t.match(printed, {
    'rest-assured': /JsonPath\.from\("\{\\"due\\":null\}"\)/,
    hurl: /base64,YSBgdGV4dGA=;/,
  })
  const reasons = Object.fromEntries(STYLES.map((style) => [style.name, style.reasonAgainst?.(plan)]))
  t.match(reasons, { postman: undefined, hurl: /from the disk/, bruno: /from the disk/, karate: undefined })
  const createStep = { send: createTask() }
  const early = { ...OTHER, steps: [{ ...createStep, expect: OTHER.steps[1]?.expect ?? [] }, createStep] }
  t.match(styleOf('bruno')?.reasonAgainst?.(planTest(early, 'v1')), /response to one request/)
})

t.test('names with quotes, backslashes and emoji are printed as constant texts', (t) => {
  const name = `it's "\u{1f600}" \\ \${x}.txt`
  const form = [{ name: 'files', fileName: name, type: 'text/plain', content: 'x' }]
  const expectation = { at: '/0/fileName', is: { equals: name }, because: 'the name stays' } as const
  const steps = [{ send: { method: 'POST', path: '/tasks/1/attachments', body: { form } }, expect: [expectation] }]
  const exposure = { rule: 'A rule.', variant: 'v1', editions: [], board: 'any', steps, cleanUp: [] } as const
  const plan = planTest(exposure, 'v1')
  for (const style of STYLES.filter(({ language }) => language === 'JavaScript')) {
    const { code, warnings } = transformSync(style.print(plan), { charset: 'utf8' })
    t.strictSame(warnings, [], style.name)
    // The name of the file, and the expected one.
    t.equal(code.split('.txt').length, 3)
  }
  const inPython = `"it's \\"\\U0001f600\\" \\\\ \${x}.txt"`
  t.match(styleOf('pytest')?.print(plan), inPython, 'Python has no surrogate pairs')
  t.end()
})

/** Styles whose runners are there, or in most places. All styles run in the release suite. */
const SAMPLE = ['node-test', ...(IS_FULL ? ['playwright'] : []), 'pytest']
const EXPOSED = sample(
  ['upload-keeps-first-file', 'put-loses-comments', 'token-signature-ignored', 'list-ignores-status'],
  4,
)

t.test('printed tests pass on correct boards, and fail on defective ones', async (t) => {
  const service = await startService(t, await ownStore())
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const defects = DEFECTS.filter(({ name }) => EXPOSED.includes(name))
  const folder = t.testdir()
  const runs = SAMPLE.map(async (name) => {
    if (name === 'pytest' && !hasPytest(t)) return
    const project = createProject({ style: styleOf(name) as Style, folder: join(folder, name), service })
    for (const isDefective of [false, true]) {
      const tests = await planTests(project, defects, 'v2', isDefective)
      t.equal(tests.length, EXPOSED.length)
      const wrong = await findWrong(project, tests, !isDefective)
      const names = wrong.map(({ defect }) => defect.name)
      t.strictSame(names, [], `${name}: ${isDefective ? 'defective' : 'correct'} boards`)
    }
  })
  await Promise.all(runs)
})

function hasPytest(t: Test): boolean {
  const { status } = spawnSync('python3', ['-c', 'import pytest, requests'])
  if (status !== 0) t.comment('Not tested, because python3 has no pytest and requests')
  return status === 0
}
