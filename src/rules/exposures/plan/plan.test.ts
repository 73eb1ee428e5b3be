import t from 'tap'
import { createTask, get } from '../build.js'
import type { Exposure } from '../exposure.js'
import { readExposures } from '../read-exposures.js'
import { partsOf, planTest, referenceOf } from './plan.js'

const exposureWith = (steps: string): Exposure => {
  const { exposure } = readExposures(`exposure | v1 alone | It’s read! | ${steps}`)
  return { ...(exposure as Exposure), rule: 'A rule.', editions: [] }
}

t.test('a plan has the requests, the accounts and the expectations of an exposure', async (t) => {
  const exposure = exposureWith(
    [
      'WAIT | POST /tasks +{} as task | 2 times DELETE /tasks with admin | GET /tasks',
      'GET /tasks & POST /tasks +{} → 200 | GET /tasks/{task.id} → 200 ; json ; /id = {task.id}',
    ].join(' | '),
  )
  const step = { name: 'response', isRead: false, times: 1, after: 0, expect: [] }
  const planned = (auth: string, admin = auth) => {
    const [create, list] = [createTask({ title: 'Task' }), get('/tasks')].map((request) => ({ ...request, auth }))
    const expected = exposure.steps.map(({ expect }) => expect)
    return {
      title: 'It’s read!',
      slug: 'it-s-read',
      rule: 'A rule.',
      isAlone: true,
      hasRun: false,
      steps: [
        { ...step, name: 'task', isRead: true, requests: [create], after: 1100 },
        { ...step, requests: [{ method: 'DELETE', path: '/tasks', auth: admin }], times: 2 },
        { ...step, requests: [list] },
        { ...step, requests: [list, create], expect: expected[3] },
        {
          ...step,
          name: 'response2',
          isRead: true,
          requests: [{ ...get('/tasks/{task/id}'), auth }],
          expect: expected[4],
        },
      ],
      cleanUp: [],
    }
  }
  const [v1, v2] = [planTest(exposure, 'v1'), planTest(exposure, 'v2', 'http://a/api/v2')]
  t.strictSame(v1, { ...planned('none'), variant: 'v1', baseUrl: 'http://127.0.0.1:3000/api/v1', accounts: [] })
  const accounts = ['admin', 'user']
  t.strictSame(v2, { ...planned('user', 'admin'), variant: 'v2', baseUrl: 'http://a/api/v2', accounts })
})

t.test('a plan has a text that differs in each run only if a list needs it', async (t) => {
  const plan = planTest(exposureWith('POST /tasks +{} as a | GET /tasks?search={run} → 200'), 'v2')
  const { hasRun, steps, cleanUp } = plan
  t.match({ hasRun, steps }, { hasRun: true, steps: [{ requests: [{ body: { json: { title: 'Task {run}' } } }] }, {}] })
  t.strictSame(cleanUp, [{ method: 'DELETE', path: '/tasks/{a/id}', auth: 'user' }])
})

t.test('the body of a response is read if something refers to it', async (t) => {
  const isRead = (later: string) => planTest(exposureWith(`GET /x as a → 200 | GET ${later}`), 'v1').steps[0]?.isRead
  const cases = ['/tasks/{a.id}', '/ → /b = {a}', '/ → /b = {a.id}', '/tasks/{ab.id}', '/a/b']
  t.strictSame(cases.map(isRead), [true, true, true, false, false])
})

t.test('texts are divided at their references', async (t) => {
  const value = (name: string, pointer: string[], part?: number) => ({
    kind: 'value',
    name,
    pointer,
    ...(part !== undefined && { part }),
  })
  const run = { kind: 'run' }
  const cases: [text: string, ...parts: unknown[]][] = [
    [''],
    ['text', 'text'],
    ['{run}', run],
    ['a {run}{basePath} {b}', 'a ', run, { kind: 'basePath' }, ' {b}'],
    ['/tasks/{task/id}/x', '/tasks/', value('task', ['id']), '/x'],
    ['{files/0/id}', value('files', ['0', 'id'])],
    ['{login/token.10}', value('login', ['token'], 10)],
    ['{login/token.x}', value('login', ['token.x'])],
    [
      '{admin/username}{user/PASSWORD}',
      { kind: 'account', account: 'admin', field: 'username' },
      { kind: 'account', account: 'user', field: 'PASSWORD' },
    ],
  ]
  for (const [text, ...parts] of cases) t.strictSame(partsOf(text), parts, text)
  t.strictSame(referenceOf({ $: 'task/id' }), value('task', ['id']))
  for (const other of [null, 'task/id', 1, { id: 1 }]) t.equal(referenceOf(other), undefined)
})
