import t, { type Test } from 'tap'
import { fillBoard, inVariant, OPERATIONS } from '../chaos/operations.js'
import { assertSame } from '../chaos/twins.js'
import { expectError } from '../expect-error.js'
import { NO_FAULTS, type Reply, type RequestOptions, type Service, START, startService } from '../helper.js'

const VARIANTS = ['v1', 'v2', 'buggy']
const TASK = { title: 'A task', status: 'TODO' }

/** Sends a request below the path of a variant. */
type Send = (request: string, options?: RequestOptions) => ReturnType<Service['send']>

/** Clients of the three variants; that of v2 is the administrator. */
async function createClients(service: Service): Promise<Send[]> {
  const { token } = await service.login()
  return VARIANTS.map(
    (variant): Send =>
      (request, options) =>
        service.send(inVariant(variant, request), { ...options, ...(variant === 'v2' && { token }) }),
  )
}

t.test('the variants share their tasks (decision 1)', async (t) => {
  const service = await startService(t)
  const clients = await createClients(service)
  for (const [index, create] of clients.entries()) {
    const change = clients[(index + 1) % 3] as Send
    const remove = clients[(index + 2) % 3] as Send
    const { json: task } = await create('POST /tasks', { json: TASK })
    const title = `Changed by ${VARIANTS[(index + 1) % 3]}`
    t.equal((await change(`PUT /tasks/${task.id}`, { json: { ...TASK, title } })).status, 200)
    const { json: comment } = await change(`POST /tasks/${task.id}/comments`, { json: { text: title } })
    for (const read of clients) {
      t.match((await read(`GET /tasks/${task.id}`)).json, { title, comments: [comment] })
      t.equal((await read('GET /tasks/summary')).json.totalTasks, 1)
    }
    await remove(`DELETE /tasks/${task.id}`)
    for (const read of clients) t.equal((await read(`GET /tasks/${task.id}`)).status, 404)
    await create('POST /tasks', { json: TASK })
    t.equal((await remove('DELETE /tasks')).status, 204)
    for (const read of clients) t.equal((await read('GET /tasks')).json.totalElements, 0)
  }
})

t.test('v1 and buggy ignore every Authorization header, even a malformed one (decision 2)', async (t) => {
  const service = await startService(t)
  const { token } = await service.login('user', 'user123')
  for (const variant of ['v1', 'buggy']) {
    for (const authorization of [
      ...['', 'Bearer', 'Bearer x.y.z', 'bearer  a b', 'Basic !!!', 'é', ',,,', 'nonsense \t "'],
      ...[`Bearer ${token}`, `Bearer ${token}x`],
    ]) {
      const { status } = await service.send(`DELETE /api/${variant}/tasks`, { headers: { authorization } })
      t.equal(status, 204, `${variant} ${authorization.slice(0, 20)}`)
    }
    await fillBoard(service)
    for (const { request, options } of OPERATIONS) {
      const headers = { ...options?.headers, authorization: 'Bearer garbage' }
      const { status } = await service.send(inVariant(variant, request), { ...options, headers })
      t.not(status, 403, `${variant} ${request}`)
    }
  }
})

t.test('only v2 has the endpoints of authentication', async (t) => {
  const service = await startService(t)
  for (const variant of ['v1', 'buggy']) {
    for (const request of ['POST /auth/login', 'POST /auth/refresh', 'POST /auth/logout', 'GET /auth/me']) {
      const path = `/api/${variant}${request.split(' ')[1]}`
      expectError(t, await service.send(inVariant(variant, request)), { status: 404, path })
    }
  }
})

/** Requests that are not operations, so faults do not apply to them. */
const OTHERS = [
  ...['HEAD /tasks', 'PATCH /tasks/2', 'PUT /tasks', 'POST /tasks/summary', 'GET /tasks/2/nothing'],
  ...['GET /tasks/%FF', 'GET /tasks?search=%'],
].map((request) => ({ name: request, request, options: undefined, status: undefined }))

/** The responses of a new service to all operations. */
async function play(t: Test, variant: string, rate = 0): Promise<Reply[]> {
  const rates = Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, rate]))
  const service = await startService(t, { rates, faultSeed: 1 })
  await fillBoard(service)
  const token = variant === 'v2' ? { token: (await service.login()).token } : {}
  const replies: Reply[] = []
  for (const [index, { name, request, options, status }] of [...OTHERS, ...OPERATIONS].entries()) {
    service.clock.now = START + index * 1000
    const reply = await service.send(inVariant(variant, request), { ...options, ...token })
    if (status !== undefined) t.equal(reply.status, status, `${variant}: ${name}`)
    replies.push(reply)
  }
  return replies
}

t.test('v2, and buggy without a fault, respond byte for byte like v1 (decision 35)', async (t) => {
  const expected = await play(t, 'v1')
  for (const { what, replies } of [
    { what: 'v2', replies: await play(t, 'v2') },
    { what: 'buggy with every rate at 0', replies: await play(t, 'buggy') },
    {
      what: 'buggy with rates at which no fault is drawn',
      replies: await play(t, 'buggy', Number.MIN_VALUE),
    },
  ]) {
    for (const [index, { name, request }] of [...OTHERS, ...OPERATIONS].entries()) {
      const [reply, v1] = [replies[index] as Reply, expected[index] as Reply]
      if (request.startsWith('HEAD')) t.equal(reply.headers['content-length'], v1.headers['content-length'])
      else assertSame(t, `${what}: ${name}`, reply, v1)
    }
  }
})
