import t from 'tap'
import { alone, body, createTask, deleteAllTasks, equals, get, readTask, status, task } from '../build.js'
import type { Exposure, Step } from '../exposure.js'
import { partsOf, planTest, referenceOf } from './plan.js'

const exposureWith = (steps: readonly Step[]): Exposure => ({ ...alone(steps), rule: 'A rule.', editions: [] })

t.test('a plan has the requests, the accounts and the expectations of an exposure', async (t) => {
  const read = equals('/id', { $: 'task/id' }, 'It’s read!')
  const steps = [
    { ...task(), after: 1100 },
    { send: deleteAllTasks, times: 2 },
    { send: get('/tasks') },
    { send: [get('/tasks'), createTask()], expect: [status(200)] },
    { send: readTask(), expect: body(200, read) },
  ]
  const step = { name: 'response', isRead: false, times: 1, after: 0, expect: [] }
  const planned = (auth: string, admin = auth) => {
    const [create, all, list] = [createTask({ title: 'Task' }), deleteAllTasks, get('/tasks')].map((request) => ({
      ...request,
      auth,
    }))
    return {
      title: 'It’s read!',
      slug: 'it-s-read',
      rule: 'A rule.',
      isAlone: true,
      hasRun: false,
      steps: [
        { ...step, name: 'task', isRead: true, requests: [create], after: 1100 },
        { ...step, requests: [{ ...all, auth: admin }], times: 2 },
        { ...step, requests: [list] },
        { ...step, requests: [list, create], expect: [status(200)] },
        { ...step, name: 'response2', isRead: true, requests: [{ ...readTask(), auth }], expect: body(200, read) },
      ],
      cleanUp: [],
    }
  }
  const [v1, v2] = [planTest(exposureWith(steps), 'v1'), planTest(exposureWith(steps), 'v2', 'http://a/api/v2')]
  t.strictSame(v1, { ...planned('none'), variant: 'v1', baseUrl: 'http://127.0.0.1:3000/api/v1', accounts: [] })
  const accounts = ['admin', 'user']
  t.strictSame(v2, { ...planned('user', 'admin'), variant: 'v2', baseUrl: 'http://a/api/v2', accounts })
})

t.test('a plan has a text that differs in each run only if a list needs it', async (t) => {
  const { hasRun, steps, cleanUp } = planTest(
    exposureWith([task('a'), { send: get('/tasks?search={run}'), expect: [status(200)] }]),
    'v2',
  )
  t.match({ hasRun, steps }, { hasRun: true, steps: [{ requests: [{ body: { json: { title: 'Task {run}' } } }] }, {}] })
  t.strictSame(cleanUp, [{ method: 'DELETE', path: '/tasks/{a/id}', auth: 'user' }])
})

t.test('the body of a response is read if something refers to it', async (t) => {
  const isRead = (as: string, ...steps: Step[]) =>
    planTest(exposureWith([{ as, send: get('/x'), expect: [status(200)] }, ...steps]), 'v1').steps[0]?.isRead
  const sent = (path: string) => ({ send: get(path) })
  t.strictSame(
    [
      isRead('a', sent('/tasks/{a/id}')),
      isRead('a', { ...sent('/'), expect: [equals('/b', { $: 'a' }, 'it is all of it')] }),
      isRead('a', { ...sent('/'), expect: [equals('/b', { $: 'a/id' }, 'it is a value')] }),
      isRead('a', sent('/tasks/{ab/id}')),
      isRead('a', sent('/a/b')),
    ],
    [true, true, true, false, false],
  )
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
