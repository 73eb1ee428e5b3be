import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { DEFECTS, exposureOf } from '../../src/defects/catalogue.js'
import type { Defect } from '../../src/defects/defect.js'
import { createTask, expect, file } from '../../src/rules/exposures/build.js'
import type { Exposure } from '../../src/rules/exposures/exposure.js'
import { planTest } from '../../src/rules/exposures/print/plan.js'
import { STYLES, styleOf } from '../../src/rules/exposures/print/styles.js'
import { createDefective } from '../defects/api.js'
import { ownStore, startService } from '../helper.js'

for (const style of STYLES) {
  t.test(`${style.title}: every defect has a test with its rule, in a file of its own`, async (t) => {
    t.equal(styleOf(style.name), style)
    for (const variant of ['v1', 'v2'] as const) {
      const plans = DEFECTS.map((defect) => planTest(exposureOf(defect, []), variant))
      t.equal(new Set(plans.map((plan) => style.fileOf(plan))).size, DEFECTS.length)
      for (const plan of plans) {
        const code = style.print(plan)
        const isComplete = [plan.rule, plan.baseUrl].every((text) => code.includes(text))
        t.ok(isComplete && !/\[object Object|\bundefined\b/.test(code), plan.title)
      }
    }
  })
}

/** A test with what no exposure of a defect needs yet: bytes, a form field and an absent value. */
const OTHER: Exposure = {
  rule: 'A rule (decision 1).',
  variant: 'v1',
  editions: ['current'],
  board: 'any',
  steps: [
    {
      send: {
        method: 'POST',
        path: '/tasks/1/attachments',
        body: { form: [{ name: 'note', content: 'text' }, file('a.bin', { base64: 'AAE=' })] },
      },
      expect: [expect('/errors', { absent: true }, 'an upload has no errors')],
    },
    { send: createTask({ labels: Array(20).fill('a label') }) },
  ],
  cleanUp: [],
}

t.test('styles print bytes, form fields and absent values', async (t) => {
  const printed = Object.fromEntries(STYLES.map((style) => [style.name, style.print(planTest(OTHER, 'v1'))]))
  t.match(printed, {
    'node-test': /new Blob\(\[Buffer\.from\('AAE=', 'base64'\)\].*assert\.equal\(body\.errors, undefined\)/s,
    'jest-supertest': /expect\(body\.errors\)\.toBe\(undefined\)/,
    pytest: /base64\.b64decode\("AAE="\).*assert body\.get\("errors"\) is None/s,
  })
})

t.test('printed tests pass on correct boards, and fail on defective ones', async (t) => {
  const service = await startService(t, await ownStore())
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const names = ['put-loses-comments', 'upload-keeps-first-file', 'token-signature-ignored', 'list-ignores-status']
  const chosen = DEFECTS.filter(({ name }) => names.includes(name))
  for (const isDefective of [false, true]) {
    const folder = t.testdir()
    const files = await Promise.all(
      chosen.map(async (defect: Defect) => {
        const { id } = await createDefective(service, isDefective ? [defect.name] : [])
        const plan = planTest(exposureOf(defect, []), 'v2', `http://127.0.0.1:${port}/b/${id}/api/v2`)
        const file = join(folder, `${plan.slug}.test.mjs`)
        writeFileSync(file, styleOf('node-test')?.print(plan) ?? '')
        return file
      }),
    )
    const exits = await Promise.all(files.map(runTest))
    t.strictSame(
      exits,
      files.map(() => (isDefective ? 1 : 0)),
    )
  }
})

/** Runs a file of tests, and returns the exit code. */
function runTest(file: string): Promise<number | null> {
  const env = { ...process.env, BASE_URL: undefined, API_URL: undefined, NODE_OPTIONS: '' }
  const child = spawn(process.execPath, [file], { env, stdio: 'ignore' })
  return new Promise((resolve) => child.on('close', resolve))
}
