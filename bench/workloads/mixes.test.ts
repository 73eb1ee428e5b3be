import t from 'tap'
import { MIXES } from './mixes.js'
import { CONNECTIONS, type Facts, stepsOf, type Workload } from './workload.js'

const boards = Array.from({ length: CONNECTIONS }, (_, index) => `/b/${index}`)

const find = (name: string) => MIXES.find((workload) => workload.name === name) as Workload

/** Returns the first requests of a connection. */
function requestsOf(workload: Workload, connection: number, count: number, facts: Partial<Facts> = { boards }) {
  const sequence = workload.requests.service?.(facts as Facts)
  return Array.from({ length: count }, (_, turn) => sequence?.(turn * CONNECTIONS + connection))
}

const linesOf = (requests: ReturnType<typeof requestsOf>) =>
  requests.map((request) => `${request?.method} ${request?.path}`)

t.test('a session works with the task that it has created, on a board of its own', async (t) => {
  const session = find('session')
  const lines = linesOf(requestsOf(session, 7, 20))
  const read = (id: number) => `GET /b/7/api/v1/tasks/${id}`
  t.same(lines.slice(0, 10), [
    'POST /b/7/api/v1/tasks',
    read(21),
    'PUT /b/7/api/v1/tasks/21',
    read(21),
    'GET /b/7/api/v1/tasks?size=20',
    'POST /b/7/api/v1/tasks/21/comments',
    'POST /b/7/api/v1/tasks/21/reorder',
    'GET /b/7/api/v1/tasks?status=IN_PROGRESS&search=talk',
    'DELETE /b/7/api/v1/tasks/21',
    read(21),
  ])
  t.equal(lines.at(-1), read(22), 'the next session creates the next task')
  t.same(stepsOf(session), [201, 200, 200, 200, 200, 201, 200, 200, 204, 404])
  t.equal(session.boards?.count, CONNECTIONS)
})

t.test('each request names its step, by which the floor chooses its response', async (t) => {
  for (const workload of MIXES) {
    const { length } = stepsOf(workload)
    const steps = requestsOf(workload, 0, length + 1).map((request) => request?.headers['x-step'])
    t.same(steps, [...Array.from({ length }, (_, step) => `${step}`), '0'], workload.name)
  }
})

t.test('the floor gets the same requests without the paths of boards', async (t) => {
  t.equal(linesOf(requestsOf(find('session'), 7, 1, { boards: [] }))[0], 'POST /api/v1/tasks')
  t.equal(linesOf(requestsOf(find('mixed'), 0, 1, { boards: [] }))[0], 'GET /api/v1/tasks/1')
})

t.test('one of ten mixed requests is a write, also at the same time', async (t) => {
  const mixed = find('mixed')
  const methods = linesOf(requestsOf(mixed, 3, 10)).map((line) => line.split(' ')[0])
  t.equal(methods.filter((method) => method === 'PUT').length, 1)
  t.equal(methods.filter((method) => method === 'GET').length, 9)
  const writers = boards.filter((_, connection) => requestsOf(mixed, connection, 1)[0]?.method === 'PUT')
  t.equal(writers.length, CONNECTIONS / 10, 'the connections begin with different steps')
})
