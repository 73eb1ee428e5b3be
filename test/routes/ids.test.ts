import t, { type Test } from 'tap'
import { expectError } from '../expect-error.js'
import { multipart, type RequestOptions, type Service, startService } from '../helper.js'
import { addAttachment, addComment, getTask } from './board.js'
import { expectInvalid } from './expect.js'

/** An operation with ids in its path, and the options of a request that is valid but for the ids. */
interface Operation {
  method: string
  /** The path below the variant, with the parameters `:id`, `:commentId` and `:attachmentId`. */
  path: string
  options?: RequestOptions
}

const TASK = { json: { title: 'A task', status: 'TODO' } }
const MOVE = { json: { targetStatus: 'TODO', targetIndex: 0 } }
const COMMENT = { json: { text: 'A comment' } }
const UPLOAD = multipart([{ fileName: 'a.txt', content: 'abc' }])

const ON_TASKS: Operation[] = [
  { method: 'GET', path: '/tasks/:id' },
  { method: 'PUT', path: '/tasks/:id', options: TASK },
  { method: 'DELETE', path: '/tasks/:id' },
  { method: 'POST', path: '/tasks/:id/reorder', options: MOVE },
  { method: 'POST', path: '/tasks/:id/comments', options: COMMENT },
  { method: 'POST', path: '/tasks/:id/attachments', options: UPLOAD },
]
const ON_COMMENTS: Operation[] = [
  { method: 'PUT', path: '/tasks/:id/comments/:commentId', options: COMMENT },
  { method: 'DELETE', path: '/tasks/:id/comments/:commentId' },
]
const ON_ATTACHMENTS: Operation[] = [
  { method: 'GET', path: '/tasks/:id/attachments/:attachmentId' },
  { method: 'DELETE', path: '/tasks/:id/attachments/:attachmentId' },
]
const ALL = [...ON_TASKS, ...ON_COMMENTS, ...ON_ATTACHMENTS]

/** Path values that are not plain digits, or not between 1 and 2^53 − 1. */
const MALFORMED = [
  ...['abc', '1.0', '1e0', '01', '0', '-1', '-0', '+1', '%2B1', '0x1', '1n', '1_0', '1,0', '1.', '.5', '*'],
  ...['%201', '1%20', '1+', '1%0A', '%20', '1%00', '%00', 'NaN', 'Infinity', 'null', 'true', 'undefined'],
  ...['%EF%BC%91', '%D9%A1', '%C2%B9', '1%2F2', '%2F', '1%3F', '1%23', "1'--", '1;', '1%EF%BB%BF'],
  ...['9007199254740992', '9'.repeat(300), '__proto__', 'constructor', 'Summary', '%7Bid%7D', ':id'],
]
/** A few of them for the parameters of the other operations: every operation has the same rule for ids. */
const SAMPLE = ['01', '0', 'abc']

const LARGEST = Number.MAX_SAFE_INTEGER

const parametersOf = ({ path }: Operation): string[] => path.match(/(?<=:)\w+/g) ?? []

/** Sends an operation with these ids, and with `1` for the others. */
async function call(service: Service, { method, path, options }: Operation, ids: Record<string, unknown>) {
  const url = `/api/v1${path.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? 1))}`
  return { url, reply: await service.send(`${method} ${url}`, options) }
}

/** Starts a service on which task 1 has comment 1 and attachment 1, and task 2 has comment 2 and attachment 2. */
async function startBoard(t: Test): Promise<Service> {
  const service = await startService(t)
  for (const id of [1, 2]) {
    await service.createTask()
    await addComment(service, id)
    await addAttachment(service, id)
  }
  return service
}

const readBoard = (service: Service) => Promise.all([getTask(service, 1), getTask(service, 2)])

t.test('an id that is not plain digits or is out of range is 400 (decision 11)', async (t) => {
  const service = await startBoard(t)
  const before = await readBoard(service)
  for (const [index, operation] of ALL.entries()) {
    for (const name of parametersOf(operation)) {
      for (const id of index === 0 ? MALFORMED : SAMPLE) {
        const { url, reply } = await call(service, operation, { [name]: id })
        expectInvalid(t, reply, [name], `${operation.method} ${url.slice(0, 60)}`)
        t.equal(reply.json?.path, url)
      }
    }
  }
  t.strictSame(await readBoard(service), before, 'nothing changed')
})

t.test('all malformed ids of a path and the fields of its body are named together (decisions 27 and 41)', async (t) => {
  const service = await startBoard(t)
  for (const operation of [...ON_COMMENTS, ...ON_ATTACHMENTS]) {
    const { reply } = await call(service, operation, { id: '01', commentId: '-1', attachmentId: 'x' })
    expectInvalid(t, reply, parametersOf(operation), operation.path)
  }
  const path = '/api/v1/tasks/0/comments/0'
  const rule = 'must be an integer between 1 and 9007199254740991'
  expectError(t, await service.send(`PUT ${path}`, { json: { text: ' ' } }), {
    status: 400,
    path,
    message: 'Validation failed',
    errors: {
      id: `Id ${rule}`,
      commentId: `Comment id ${rule}`,
      text: 'Text is required and must be between 1 and 1000 characters',
    },
  })
})

t.test('the digits of an id may be percent-encoded (decision 11)', async (t) => {
  const service = await startBoard(t)
  const encoded = await service.send('GET /api/v1/tasks/%32')
  t.equal(encoded.status, 200)
  t.equal(encoded.json.id, 2)
  const path = '/api/v1/tasks/1%30'
  expectError(t, await service.send(`GET ${path}`), {
    status: 404,
    path,
    message: 'Task not found with id: 10',
  })
})

t.test('an unknown task is 404 on every operation (decisions 11 and 28)', async (t) => {
  const service = await startBoard(t)
  for (const [index, operation] of ALL.entries()) {
    for (const id of index === 0 ? [3, LARGEST] : [999]) {
      const { url, reply } = await call(service, operation, { id })
      expectError(t, reply, { status: 404, path: url, message: `Task not found with id: ${id}` })
    }
  }
})

for (const { kind, parameter, operations } of [
  { kind: 'Comment', parameter: 'commentId', operations: ON_COMMENTS },
  { kind: 'Attachment', parameter: 'attachmentId', operations: ON_ATTACHMENTS },
]) {
  t.test(`an unknown ${kind.toLowerCase()}, or one of another task, is 404 (decision 24)`, async (t) => {
    const service = await startBoard(t)
    const before = await readBoard(service)
    for (const operation of operations) {
      for (const id of [2, 999, LARGEST]) {
        const { url, reply } = await call(service, operation, { [parameter]: id })
        expectError(t, reply, { status: 404, path: url, message: `${kind} not found with id: ${id}` })
      }
    }
    t.strictSame(await readBoard(service), before)
  })
}

t.test('deleting a task deletes its comments and attachments', async (t) => {
  const service = await startBoard(t)
  await service.send('DELETE /api/v1/tasks/1')
  for (const operation of [...ON_COMMENTS, ...ON_ATTACHMENTS]) {
    const { url, reply } = await call(service, operation, {})
    expectError(t, reply, { status: 404, path: url, message: 'Task not found with id: 1' })
  }
  t.equal((await service.send('GET /api/v1/tasks/2/attachments/2')).status, 200, 'other tasks keep theirs')
})

t.test('an invalid request for an unknown resource is 400 (decision 17)', async (t) => {
  const service = await startBoard(t)
  const requests: [string, RequestOptions, string[]][] = [
    ['PUT /api/v1/tasks/999', { json: {} }, ['title', 'status']],
    ['POST /api/v1/tasks/999/reorder', { json: {} }, ['targetStatus', 'targetIndex']],
    ['POST /api/v1/tasks/999/comments', { json: {} }, ['text']],
    ['PUT /api/v1/tasks/1/comments/999', { json: {} }, ['text']],
    ['PUT /api/v1/tasks/999/comments/0', COMMENT, ['commentId']],
    ['DELETE /api/v1/tasks/999/comments/x', {}, ['commentId']],
    ['DELETE /api/v1/tasks/999/attachments/x', {}, ['attachmentId']],
    ['GET /api/v1/tasks/999/attachments/x', {}, ['attachmentId']],
  ]
  for (const [request, options, fields] of requests) {
    expectInvalid(t, await service.send(request, options), fields, request)
  }
  const headers = { 'content-type': 'application/json' }
  const malformed = await service.send('PUT /api/v1/tasks/999', { body: '{', headers })
  expectError(t, malformed, { status: 400, path: '/api/v1/tasks/999' })
})

t.test('an invalid upload to an unknown task is 400 (decision 17)', async (t) => {
  const service = await startBoard(t)
  const path = '/api/v1/tasks/999/attachments'
  for (const parts of [
    [{ name: 'note', content: 'not a file' }],
    [{ name: 'other', fileName: 'a.txt', content: 'abc' }],
    [{ fileName: 'a.txt', content: Buffer.alloc(1_048_577) }],
    ['a', 'b', 'c', 'd'].map((fileName) => ({ fileName, content: 'abc' })),
  ]) {
    expectError(t, await service.send(`POST ${path}`, multipart(parts)), { status: 400, path })
  }
})

t.test('a path that ends with a slash is unknown, so it is 404 (decision 51)', async (t) => {
  const service = await startBoard(t)
  const path = '/api/v1/tasks/'
  for (const [method, options] of [['GET'], ['DELETE'], ['PUT', TASK]] as [string, RequestOptions?][]) {
    expectError(t, await service.send(`${method} ${path}`, options), { status: 404, path })
  }
})
