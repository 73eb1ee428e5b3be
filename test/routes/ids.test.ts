import t, { type Test } from 'tap'
import { multipart, type RequestOptions, type Service, startService } from '../helper.js'
import { expectError, expectInvalid, getTask } from './expect.js'

/** An operation that names things in its path, with a request that would be valid. */
interface Operation {
  method: string
  /** The path below the variant, with `:id`, `:commentId` and `:attachmentId` for what it names. */
  path: string
  options?: RequestOptions
}

const TASK = { json: { title: 'A task', status: 'TODO' } }
const COMMENT = { json: { text: 'A comment' } }
const UPLOAD = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'abc' }])

const OF_TASKS: Operation[] = [
  { method: 'GET', path: '/tasks/:id' },
  { method: 'PUT', path: '/tasks/:id', options: TASK },
  { method: 'DELETE', path: '/tasks/:id' },
  {
    method: 'POST',
    path: '/tasks/:id/reorder',
    options: { json: { targetStatus: 'TODO', targetIndex: 0 } },
  },
  { method: 'POST', path: '/tasks/:id/comments', options: COMMENT },
  { method: 'POST', path: '/tasks/:id/attachments', options: UPLOAD },
]
const OF_COMMENTS: Operation[] = [
  { method: 'PUT', path: '/tasks/:id/comments/:commentId', options: COMMENT },
  { method: 'DELETE', path: '/tasks/:id/comments/:commentId' },
]
const OF_ATTACHMENTS: Operation[] = [
  { method: 'GET', path: '/tasks/:id/attachments/:attachmentId' },
  { method: 'DELETE', path: '/tasks/:id/attachments/:attachmentId' },
]
const ALL = [...OF_TASKS, ...OF_COMMENTS, ...OF_ATTACHMENTS]

/** Ids, as they stand in a path, that are no plain digits, or not from 1 to 2^53 − 1. */
const MALFORMED = [
  ...[
    'abc',
    '1.0',
    '1e0',
    '01',
    '0',
    '-1',
    '00',
    '-0',
    '+1',
    '%2B1',
    '0x1',
    '0b1',
    '1n',
    '1_0',
    '1,0',
    '1.',
    '.5',
  ],
  ...[
    '%201',
    '1%20',
    '1+',
    '%091',
    '1%0A',
    '1%0D%0A',
    '%20',
    '1%00',
    '%00',
    'NaN',
    'Infinity',
    'null',
    'true',
  ],
  ...[
    'undefined',
    '%EF%BC%91',
    '%D9%A1',
    '%C2%B9',
    '1%2F2',
    '%2F',
    '1%3F',
    '1%23',
    "1'--",
    '1;',
    '%2D1',
    '*',
  ],
  ...['9007199254740992', '9007199254740993', '9'.repeat(17), '9'.repeat(300), `1${'0'.repeat(400)}`],
  ...['__proto__', 'constructor', 'summaries', 'Summary', '%E2%88%9E', '%7Bid%7D', ':id', '1%EF%BB%BF'],
]

const LARGEST = Number.MAX_SAFE_INTEGER

/** Sends an operation with these ids; `1` where none is given. */
async function call(
  service: Service,
  { method, path, options = {} }: Operation,
  ids: Record<string, unknown>,
) {
  const url = `/api/v1${path.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? 1))}`
  return { url, reply: await service.send(`${method} ${url}`, options) }
}

/** Starts a service whose task 1 has comment 1 and attachment 1; task 2 has comment 2 and attachment 2. */
async function startBoard(t: Test): Promise<Service> {
  const service = await startService(t)
  for (const id of [1, 2]) {
    await service.createTask()
    await service.send(`POST /api/v1/tasks/${id}/comments`, COMMENT)
    await service.send(`POST /api/v1/tasks/${id}/attachments`, UPLOAD)
  }
  return service
}

async function readBoard(service: Service) {
  return [await getTask(service, 1), await getTask(service, 2)]
}

t.test('decision 11: an id that is not plain digits, or out of range, is 400', async (t) => {
  const service = await startBoard(t)
  const before = await readBoard(service)
  for (const operation of ALL) {
    for (const name of operation.path.match(/(?<=:)\w+/g) ?? []) {
      for (const id of MALFORMED) {
        const { url, reply } = await call(service, operation, { [name]: id })
        expectInvalid(t, reply, [name], `${operation.method} ${url.slice(0, 60)}`)
        t.equal(reply.json?.path, url)
      }
    }
  }
  t.strictSame(await readBoard(service), before, 'nothing happened')
})

t.test(
  'decision 11: all ids of a path that are malformed are named at once, and the body with them',
  async (t) => {
    const service = await startBoard(t)
    for (const operation of [...OF_COMMENTS, ...OF_ATTACHMENTS]) {
      const names = operation.path.match(/(?<=:)\w+/g) ?? []
      const { reply } = await call(service, operation, { id: '01', commentId: '-1', attachmentId: 'x' })
      expectInvalid(t, reply, names, operation.path)
    }
    const reply = await service.send('PUT /api/v1/tasks/0/comments/0', { json: { text: ' ' } })
    expectInvalid(t, reply, ['id', 'commentId', 'text'])
  },
)

t.test('decision 11: the digits of an id may be percent-encoded', async (t) => {
  const service = await startBoard(t)
  const encoded = await service.send('GET /api/v1/tasks/%32')
  t.equal(encoded.status, 200)
  t.equal(encoded.json.id, 2)
  expectError(
    t,
    await service.send('GET /api/v1/tasks/1%30'),
    404,
    '/api/v1/tasks/1%30',
    'Task not found with id: 10',
  )
})

t.test('decision 27: an id that cannot be decoded is 400', async (t) => {
  const service = await startBoard(t)
  for (const operation of ALL) {
    for (const name of operation.path.match(/(?<=:)\w+/g) ?? []) {
      for (const id of ['%', '%4', '%zz', '%FF', '%C0%80', '%ED%A0%80', '1%']) {
        const { url, reply } = await call(service, operation, { [name]: id })
        expectError(t, reply, 400, url)
      }
    }
  }
})

t.test('decisions 11 and 28: a well-formed id of no task is 404', async (t) => {
  const service = await startBoard(t)
  for (const operation of ALL) {
    for (const id of [3, 999, LARGEST]) {
      const { url, reply } = await call(service, operation, { id })
      expectError(t, reply, 404, url, `Task not found with id: ${id}`)
    }
  }
})

t.test('decision 24: an unknown comment, or one of another task, is 404', async (t) => {
  const service = await startBoard(t)
  const before = await readBoard(service)
  for (const operation of OF_COMMENTS) {
    for (const commentId of [2, 999, LARGEST]) {
      const { url, reply } = await call(service, operation, { commentId })
      expectError(t, reply, 404, url, `Comment not found with id: ${commentId}`)
    }
  }
  t.strictSame(await readBoard(service), before)
})

t.test('decision 24: an unknown attachment, or one of another task, is 404', async (t) => {
  const service = await startBoard(t)
  const before = await readBoard(service)
  for (const operation of OF_ATTACHMENTS) {
    for (const attachmentId of [2, 999, LARGEST]) {
      const { url, reply } = await call(service, operation, { attachmentId })
      expectError(t, reply, 404, url, `Attachment not found with id: ${attachmentId}`)
    }
  }
  t.strictSame(await readBoard(service), before)
})

t.test('decision 24: what belonged to a deleted task is gone with it', async (t) => {
  for (const request of ['DELETE /api/v1/tasks/1', 'DELETE /api/v1/tasks']) {
    const service = await startBoard(t)
    await service.send(request)
    for (const operation of ALL) {
      const { url, reply } = await call(service, operation, {})
      expectError(t, reply, 404, url, 'Task not found with id: 1')
    }
  }
})

t.test('decision 17: a request that is both invalid and for something unknown is 400', async (t) => {
  const service = await startBoard(t)
  const requests: [string, RequestOptions, string[]][] = [
    ['PUT /api/v1/tasks/999', { json: {} }, ['title', 'status']],
    ['POST /api/v1/tasks/999/reorder', { json: {} }, ['targetStatus', 'targetIndex']],
    ['POST /api/v1/tasks/999/comments', { json: {} }, ['text']],
    ['PUT /api/v1/tasks/1/comments/999', { json: {} }, ['text']],
    ['PUT /api/v1/tasks/999/comments/1', { json: { text: '' } }, ['text']],
    ['PUT /api/v1/tasks/999/comments/0', COMMENT, ['commentId']],
    ['PUT /api/v1/tasks/0/comments/999', COMMENT, ['id']],
    ['DELETE /api/v1/tasks/999/comments/x', {}, ['commentId']],
    ['DELETE /api/v1/tasks/999/attachments/x', {}, ['attachmentId']],
    ['GET /api/v1/tasks/999/attachments/x', {}, ['attachmentId']],
  ]
  for (const [request, options, fields] of requests) {
    expectInvalid(t, await service.send(request, options), fields, request)
  }
})

t.test('decision 17: a body that cannot be read is 400, also for a task that is unknown', async (t) => {
  const service = await startBoard(t)
  const headers = { 'content-type': 'application/json' }
  for (const { method, path, options } of ALL) {
    if (options?.json === undefined) continue
    const url = `/api/v1${path.replace(':id', '999').replace(/:\w+/, '1')}`
    for (const body of ['{', Buffer.from([0x22, 0xff, 0x22])]) {
      expectError(t, await service.send(`${method} ${url}`, { body, headers }), 400, url)
    }
  }
})

t.test('decision 17: an upload that is invalid is 400, also to a task that is unknown', async (t) => {
  const service = await startBoard(t)
  const path = '/api/v1/tasks/999/attachments'
  for (const upload of [
    multipart([{ name: 'note', content: 'no file' }]),
    multipart([{ name: 'other', fileName: 'a.txt', content: 'abc' }]),
    multipart([{ fileName: 'a.txt', content: Buffer.alloc(1_048_577) }]),
    multipart(['a', 'b', 'c', 'd'].map((fileName) => ({ fileName, content: 'abc' }))),
  ]) {
    const reply = await service.send(`POST ${path}`, upload)
    expectError(t, reply, 400, path)
  }
})
