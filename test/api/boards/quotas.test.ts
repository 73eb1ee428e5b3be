import t from 'tap'
import { ADMIN_TOKEN, createBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Json, multipart, type Reply, startService } from '../../kit/helper.js'

/** Sends twenty requests one after the other, which takes less than a second. */
async function sendTwenty(send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < 20) replies.push(await send())
  return replies
}

const quota = { tasks: 3, comments: 2, attachmentBytes: 1000 }

t.test('returns 507 if a board has reached its quota, and changes nothing (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const service = await startService(t, { store })
  const { send, asOwner } = await createBoard(service)
  for (const status of ['TODO', 'DONE', 'TODO']) {
    t.equal((await send('POST /api/v1/tasks', { json: { ...TASK, status } })).status, 201)
  }
  const full = await send('POST /api/v1/tasks', { json: TASK })
  t.equal(full.status, 507)
  t.match(full.json, {
    error: 'Insufficient Storage',
    message: 'The limit of 3 tasks per board is exceeded',
  })
  t.equal((await send('POST /api/v1/tasks', { json: { title: '' } })).status, 400)
  await send('DELETE /api/v1/tasks/1')
  t.match((await send('POST /api/v1/tasks', { json: TASK })).json, { id: 4 })

  for (const id of [2, 3])
    t.equal((await send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'x' } })).status, 201)
  const commented = await send('POST /api/v1/tasks/3/comments', { json: { text: 'x' } })
  t.match(commented.json, { status: 507, message: 'The limit of 2 comments per board is exceeded' })
  t.equal((await send('POST /api/v1/tasks/99/comments', { json: { text: 'x' } })).status, 404)

  const upload = (...sizes: number[]) =>
    send(
      'POST /api/v1/tasks/2/attachments',
      multipart(sizes.map((size) => ({ fileName: 'a', content: 'x'.repeat(size) }))),
    )
  t.equal((await upload(600)).status, 201)
  const tooMuch = await upload(300, 101)
  t.match(tooMuch.json, {
    status: 507,
    message: 'The limit of 1000 bytes of attachments per board is exceeded',
  })
  t.equal((await upload(400)).status, 201)
  t.equal((await send('GET /api/v1/tasks/2')).json.attachments.length, 2)

  const { json: snapshot } = await asOwner('GET /snapshot')
  const larger = structuredClone(snapshot)
  larger.tasks.push({ ...larger.tasks[2], id: 5, sortOrder: 2, comments: [], attachments: [] })
  larger.lastIds.task = 5
  t.equal((await asOwner('PUT /snapshot', { json: larger })).status, 507)
  t.equal((await asOwner('PUT /snapshot', { json: snapshot })).status, 204, 'its own snapshot fits')
  t.strictSame((await asOwner('GET /snapshot')).json, snapshot)

  for (let count = 0; count < 5; count++) await service.createTask()
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 5, 'the default board has no quota here')
})

t.test('the default board has a quota if the service is reachable from other machines', async (t) => {
  const store = await openEmptyStore({ private: quota, default: quota })
  const { send } = await startService(t, { store, isLocal: false })
  const unchecked = true
  for (let count = 0; count < 3; count++) await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await send('POST /api/v1/tasks', { json: TASK, unchecked })).status, 507)
  const { responses } = (await send('GET /api/v1/openapi.json')).json.paths['/tasks'].post
  t.ok(responses[429] && responses[507], 'the documents list these statuses')
})

t.test('quotas count what a board holds, however it was added or deleted (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const service = await startService(t, { store })
  const { send, asOwner } = await createBoard(service)
  const parts = async (name: string) => {
    const { content } = (await send('GET /api/v1/tasks')).json
    return content.flatMap((task: Json) =>
      task[name].map((part: Json) => `/api/v1/tasks/${task.id}/${name}/${part.id}`),
    )
  }
  const deletions: Record<string, () => Promise<unknown>> = {
    async 'each part'() {
      for (const path of [...(await parts('comments')), ...(await parts('attachments'))]) await send(`DELETE ${path}`)
    },
    async 'each task'() {
      for (const { id } of (await send('GET /api/v1/tasks')).json.content) await send(`DELETE /api/v1/tasks/${id}`)
    },
    'all tasks': () => send('DELETE /api/v1/tasks'),
    'a reset': () => asOwner('POST /reset'),
  }
  for (const [deletion, remove] of Object.entries(deletions)) {
    const { id } = (await send('POST /api/v1/tasks', { json: TASK })).json
    const path = `/api/v1/tasks/${id}`
    const comment = () => send(`POST ${path}/comments`, { json: { text: 'x' } })
    const upload = (size: number) =>
      send(`POST ${path}/attachments`, multipart([{ fileName: 'a', content: 'x'.repeat(size) }]))
    t.strictSame([(await comment()).status, (await comment()).status], [201, 201], `2 comments fit after ${deletion}`)
    t.strictSame([(await upload(900)).status, (await upload(100)).status], [201, 201], '1,000 bytes fit')
    for (let attempt = 0; attempt < 2; attempt++) {
      t.strictSame([(await comment()).status, (await upload(1)).status], [507, 507])
      t.match(await store.measure(), { attachmentBytes: 1000 })
      // The same content again.
      await asOwner('PUT /snapshot', { json: (await asOwner('GET /snapshot')).json })
    }
    await remove()
  }
})

t.test('returns 507 if the server has the maximum number of boards (decision 57)', async (t) => {
  const service = await startService(t, { boardsMax: 2, adminToken: ADMIN_TOKEN })
  const { asOwner } = await createBoard(service)
  const { status, json } = await service.send('POST /boards/batch', { json: { count: 2 }, token: ADMIN_TOKEN })
  t.equal(status, 507)
  t.equal(json.message, 'The limit of 2 boards on this server is exceeded')
  await createBoard(service)
  t.equal((await service.send('POST /boards')).status, 507)
  await asOwner('DELETE ')
  await createBoard(service)
})

t.test('neither creates nor resets a board whose fixture exceeds the quota (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const service = await startService(t, { store, adminToken: ADMIN_TOKEN })
  const { status } = await service.send('POST /boards', { json: { fixture: 'demo' } })
  t.equal(status, 507)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 0)
  const { asOwner, send } = await createBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await asOwner('POST /reset', { json: { fixture: 'demo' } })).status, 507)
  t.match((await send('GET /api/v1/tasks')).json, { totalElements: 1 })
})

t.test(
  'returns 429 if an address creates too many boards per hour, but not for the administrator (decision 57)',
  async (t) => {
    const service = await startService(t, {
      boardsPerHour: 2,
      adminToken: ADMIN_TOKEN,
      trustProxy: true,
    })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    for (let count = 0; count < 2; count++) {
      const invalid = { json: { name: '' }, ...from('192.0.2.1') }
      t.equal((await service.send('POST /boards', invalid)).status, 400, 'an invalid request does not count')
      const bulk = { json: { count: 2 }, ...from('192.0.2.1') }
      t.equal((await service.send('POST /boards', bulk)).status, 401)
      t.equal((await service.send('POST /boards', from('192.0.2.1'))).status, 201)
    }
    const { status, headers, json } = await service.send('POST /boards', from('192.0.2.1'))
    t.equal(status, 429)
    t.match(json, {
      error: 'Too Many Requests',
      message: /^Too many requests for boards from this address, try again in \d+ s$/,
    })
    t.equal(headers['ratelimit-limit'], '2')
    t.equal(headers['ratelimit-remaining'], '0')
    t.equal(headers['ratelimit-reset'], headers['retry-after'])
    t.ok(Number(headers['retry-after']) > 3500 && Number(headers['retry-after']) <= 3600)
    const tooMany = { json: { name: 'A class', count: 3 }, ...from('192.0.2.3') }
    const refused = await service.send('POST /classes', tooMany)
    t.match(
      refused,
      { status: 429, headers: { 'retry-after': '3600' } },
      'the first request is refused if it is too large',
    )
    t.equal((await service.send('POST /boards', from('192.0.2.2'))).status, 201)
    t.equal((await service.send('POST /boards', { ...from('192.0.2.1'), token: ADMIN_TOKEN })).status, 201)
    t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 4)
  },
)

t.test('a board or a class that a full server refuses does not count towards the limit per hour', async (t) => {
  const service = await startService(t, { boardsPerHour: 3, boardsMax: 1, adminToken: ADMIN_TOKEN })
  const { asOwner } = await createBoard(service)
  for (let attempt = 0; attempt < 4; attempt++) {
    t.equal((await service.send('POST /boards')).status, 507)
    t.equal((await service.send('POST /classes', { json: { name: 'A class', count: 2 } })).status, 507)
  }
  for (let count = 2; count <= 3; count++) {
    await asOwner('DELETE ')
    const { json, status } = await service.send('POST /boards')
    t.equal(status, 201)
    await service.send(`DELETE /boards/${json.id}`, { token: ADMIN_TOKEN })
  }
  t.equal((await service.send('POST /boards')).status, 429)
})

t.test(
  'returns 429 if a board gets too many requests per second, but not for other boards (decision 57)',
  async (t) => {
    const service = await startService(t, { boardRate: 5 })
    const [busy, other] = [await createBoard(service), await createBoard(service)]
    await busy.asOwner('PUT /faults', { json: { script: [[]], scriptEnd: 'repeat' } })
    const replies = await sendTwenty(() => busy.send('GET /api/buggy/tasks'))
    const refused = replies.filter(({ status }) => status === 429)
    t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} requests were refused`)
    for (const { headers, json } of refused) {
      t.equal(headers['retry-after'], '1')
      t.equal(headers['ratelimit-limit'], '5')
      t.match(
        headers['access-control-expose-headers'],
        /Retry-After.*RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset$/,
      )
      t.match(json, { status: 429, path: `/b/${busy.id}/api/buggy/tasks` })
    }
    const { ordinal } = (await busy.asOwner('GET /faults')).json
    t.equal(ordinal, 20 - refused.length, 'a refused request takes no place in the plan of faults')
    t.equal((await other.send('GET /api/v1/tasks')).status, 200)
    const all = await Promise.all(Array.from({ length: 50 }, () => service.send('GET /api/v1/tasks')))
    t.ok(
      all.every(({ status }) => status === 200),
      'the default board has no quota here',
    )
  },
)

t.test('defects do not change the 429 of the limit of their board, on local and on public services', async (t) => {
  for (const isLocal of [true, false]) {
    const service = await startService(t, { boardRate: 5, isLocal })
    const { send } = await createBoard(service, { defects: ['error-status-is-text'] })
    const replies = await sendTwenty(() => send('GET /api/v1/tasks', { unchecked: true }))
    const refused = replies.filter(({ status }) => status === 429)
    t.ok(refused.length >= 10)
    t.ok(refused.every(({ json }) => json.status === 429))
  }
})

t.test('returns 429 if an address sends too many requests per second to a public service', async (t) => {
  const { send } = await startService(t, {
    isLocal: false,
    addressRate: 5,
    trustProxy: true,
  })
  const sendFrom = (address: string) =>
    send('GET /api/v1/tasks', { headers: { 'x-forwarded-for': address }, unchecked: true })
  const replies = await sendTwenty(() => sendFrom('192.0.2.1'))
  const refused = replies.filter(({ status }) => status === 429)
  t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} requests were refused`)
  t.match(refused[0]?.json, {
    message: 'Too many requests from this address, try again in 1 s',
  })
  t.equal((await sendFrom('192.0.2.2')).status, 200)
})

t.test('requests that arrive together are not refused before the limit is reached', async (t) => {
  const service = await startService(t, { boardRate: 15 })
  const { send } = await createBoard(service)
  const replies = await Promise.all(Array.from({ length: 20 }, () => send('GET /api/v1/tasks')))
  // The second can end in between.
  t.ok(replies.filter(({ status }) => status === 200).length >= 15)
})

t.test('returns 429 if an address requests too many unknown boards', async (t) => {
  const { send } = await startService(t, { addressRate: 5 })
  const replies = await sendTwenty(() => send('GET /b/aaaaaaaaaaaaaaaaaaaaaA/api/v1/tasks', { unchecked: true }))
  t.ok(replies.filter(({ status }) => status === 429).length >= 10)
  t.equal((await send('GET /api/v1/tasks')).status, 200)
})

t.test('the rate limit of a public default board does not apply to probes and documentation', async (t) => {
  const { send } = await startService(t, { isLocal: false, boardRate: 5 })
  const replies = await sendTwenty(() => send('GET /api/v1/tasks', { unchecked: true }))
  t.ok(replies.filter(({ status }) => status === 429).length >= 10)
  for (const path of ['/livez', '/docs/', '/boards/unknown', '/api'])
    t.ok(
      (await sendTwenty(() => send(`GET ${path}`))).every(({ status }) => status !== 429),
      path,
    )
})

t.test('a local service has no rate limit by default', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  const replies = await Promise.all(Array.from({ length: 1000 }, () => send('GET /api/v1/tasks')))
  // A busy machine can refuse some of them with 503.
  t.notOk(replies.some(({ status }) => status === 429))
})
