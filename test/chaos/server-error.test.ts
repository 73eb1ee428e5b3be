import t from 'tap'
import { assertLength, OPERATIONS, startTwins } from './twins.js'

const ERROR_BODY = {
  timestamp: '2026-03-02T08:30:00Z',
  status: 500,
  error: 'Internal Server Error',
  message: 'An unexpected error occurred',
}

t.test(
  'decisions 36 and 37: server-error at rate 1 answers 500 to everything and does nothing',
  async (t) => {
    const { send, faulty, plain, delays } = await startTwins(t, { 'server-error': 1 })
    const before = await faulty.send('GET /api/v1/tasks')
    for (const { name, request, options } of OPERATIONS) {
      // An ordinary 500 is one that the contract describes, so the answer is checked against it.
      const buggy = await faulty.send(request.replace(' ', ' /api/buggy'), options)
      const path = `/api/buggy${request.replace(/^\w+ /, '').replace(/\?.*$/, '')}`
      t.equal(buggy.status, 500, name)
      t.same(buggy.json, { ...ERROR_BODY, path }, name)
      t.equal(buggy.headers['content-type'], 'application/json', name)
      assertLength(t, name, buggy)
    }
    const after = await faulty.send('GET /api/v1/tasks')
    t.equal(String(after.bytes), String(before.bytes), 'nothing was changed')
    t.same(delays, [], 'and nothing was slow')

    for (const operation of OPERATIONS.filter(({ status }) => status === 201)) {
      const retried = await faulty.send(operation.request.replace(' ', ' /api/v1'), operation.options)
      const { v1 } = await send(operation)
      t.same(retried.json, v1.json, `${operation.name}: the retry is the first, also by its ids`)
    }
    t.equal((await plain.send('GET /api/v1/tasks')).json.totalElements, 6)
  },
)

for (const path of ['tasks', 'tasks/1', 'tasks/999']) {
  t.test(`decision 36: server-error answers 500 without a body to HEAD ${path}`, async (t) => {
    const { faulty } = await startTwins(t, { 'server-error': 1 })
    const { status, bytes } = await faulty.send(`HEAD /api/buggy/${path}`)
    t.equal(status, 500)
    t.equal(bytes.length, 0)
  })
}

t.test('decision 36: server-error spares the other variants', async (t) => {
  const { faulty } = await startTwins(t, { 'server-error': 1 })
  const { token } = await faulty.login()
  t.equal((await faulty.send('GET /api/v1/tasks')).status, 200)
  t.equal((await faulty.send('GET /api/v2/tasks', { token })).status, 200)
})

t.test('decision 37: other faults find nothing to change in the 500 of a server error', async (t) => {
  const { faulty } = await startTwins(t, {
    'server-error': 1,
    'wrong-status': 1,
    'date-mix': 1,
    'missing-fields': 1,
    pagination: 1,
    'search-case': 1,
  })
  for (const { name, request, options } of OPERATIONS) {
    const buggy = await faulty.send(request.replace(' ', ' /api/buggy'), options)
    t.match(buggy, { status: 500, json: ERROR_BODY }, name)
  }
})
