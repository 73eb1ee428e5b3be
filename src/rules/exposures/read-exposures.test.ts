import t from 'tap'
import type { Case } from './exposure.js'
import { readExposures } from './read-exposures.js'

const caseOf = (steps: string, scope = 'v1') => readExposures(`name | ${scope} | it is right | ${steps}`).name as Case

const TASK = {
  as: 'task',
  send: { method: 'POST', path: '/tasks', body: { json: { title: 'Task {run}', status: 'TODO' } } },
}
const DELETE = { method: 'DELETE', path: '/tasks/{task/id}' }

t.test('the named tasks that the steps of an exposure create, and do not delete, are deleted at the end', async (t) => {
  const cases: [steps: string, ...left: string[]][] = [
    ['POST /tasks +{} as other | POST /tasks/{task.id}/comments {} as comment', 'task', 'other'],
    ['DELETE /tasks/{task.id}'],
    ['GET /tasks/{task.id} | DELETE /tasks | POST /tasks +{} as other', 'other'],
    ['GET /tasks & DELETE /tasks/{task.id} | POST /tasks +{}'],
    ['PUT /tasks/{task.id} {} | DELETE /tasks/{task.id}/comments/1', 'task'],
    ['DELETE /tasks/{task.id} | GET /tasks as list | POST /tasks +{} as task', 'task'],
    ['POST /tasks +{} & POST /tasks +{} as both', 'both'],
  ]
  for (const [steps, ...left] of cases) {
    const deletions = left.map((name) => ({ method: 'DELETE', path: `/tasks/{${name}/id}` }))
    t.strictSame(caseOf(steps).cleanUp, deletions)
  }
  t.strictSame(caseOf('POST /tasks {} as task | finally GET /a & GET /b'), {
    variant: 'v1',
    board: 'any',
    steps: [{ as: 'task', send: { method: 'POST', path: '/tasks', body: { json: {} } } }],
    cleanUp: [DELETE, { method: 'GET', path: '/a' }, { method: 'GET', path: '/b' }],
  })
})

t.test('an exposure says which variant it calls, and whether it can run beside other tests', async (t) => {
  const rest = { steps: [{ send: { method: 'GET', path: '/tasks' } }], cleanUp: [] }
  t.strictSame(caseOf('GET /tasks'), { variant: 'v1', board: 'any', ...rest })
  t.strictSame(caseOf('GET /tasks', 'v2'), { variant: 'v2', board: 'any', ...rest })
  t.strictSame(caseOf('GET /tasks', 'v1 alone'), { variant: 'v1', board: 'alone', ...rest })
})

t.test('what steps refer to, and do not name, is created first, in its order', async (t) => {
  const names = (steps: string) => caseOf(steps).steps.map(({ as }) => as)
  t.strictSame(names('GET /{login.token}/{files.0.id}/{comment.id}'), ['task', 'comment', 'files', 'login', undefined])
  t.strictSame(names('GET /{comment.id} as task'), ['comment', 'task'])
  t.strictSame(caseOf('WAIT | 3 times GET /tasks/{task.id}').steps, [
    TASK,
    { after: 1100, send: { method: 'GET', path: '/tasks/{task/id}' }, times: 3 },
  ])
})

t.test('requests have bodies, headers and tokens', async (t) => {
  const cases: [request: string, sent: object][] = [
    ['PUT /a {b: {x.c}, d: "{x.c} {run}"}', { body: { json: { b: { $: 'x/c' }, d: '{x/c} {run}' } } }],
    ['PUT /a raw {x.c} with A: {x.b}', { body: { text: '{x/c}' }, headers: { A: '{x/b}' } }],
    ['PUT /a with {x.token.^0}.{path}', { auth: { token: '{x/token.0}.{basePath}' } }],
    ...['none', 'admin', 'user'].map((auth): [string, object] => [`PUT /a with ${auth}`, { auth }]),
    [
      'PUT /a files [{fileName: "b"}, {fileName: "c", content: ""}, {fileName: "d", size: 2}]',
      {
        body: {
          form: ['text', '', { repeat: 'x', times: 2 }].map((content, index) => {
            return { name: 'files', fileName: 'bcd'[index], type: 'text/plain', content }
          }),
        },
      },
    ],
  ]
  for (const [request, sent] of cases) {
    t.strictSame(caseOf(request).steps[0]?.send, { method: 'PUT', path: '/a', ...sent }, request)
  }
  t.throws(() => caseOf('FETCH /a'), { message: 'This is no request: FETCH /a' })
})

t.test('expectations have reasons, of which the last one is that of the exposure', async (t) => {
  const expected = (steps: string) => caseOf(`GET /a → ${steps}`).steps[0]?.expect
  t.strictSame(expected('200 ; json ; /b = [1] (b has 1) ; /c ~ /^{unknown}/'), [
    { at: 'status', is: { equals: 200 }, because: 'the status is 200' },
    { at: 'header:content-type', is: { matches: '^application/json' }, because: 'the body is JSON' },
    { at: '/b', is: { equals: [1] }, because: 'b has 1' },
    { at: '/c', is: { matches: '^987654321987' }, because: 'it is right' },
  ])
  const cases: [text: string, at: string, is: object][] = [
    ['404', 'status', { equals: 404 }],
    ['statuses = [200, 404]', 'status', { sameItems: [200, 404] }],
    ['/a sorted = [{x.b}]', '/a', { sameItems: [{ $: 'x/b' }] }],
    ['header allow sorted = ["GET"]', 'header:allow', { sameItems: ['GET'], split: ', ' }],
    ['/a = {x.b} + 12', '/a', { equals: { $: 'x/b' }, plus: 12 }],
    ['/a > {x.b}', '/a', { greaterThan: { $: 'x/b' } }],
    ['/a is unique', '/a', { unique: true }],
    ['bytes = "text"', 'bytes', { equals: 'text' }],
  ]
  for (const [text, at, is] of cases) t.strictSame(expected(text), [{ at, is, because: 'it is right' }], text)
  t.throws(() => expected('/a'), { message: 'This is no expectation: /a' })
})
