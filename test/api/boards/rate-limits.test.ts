import t from 'tap'
import { ADMIN_TOKEN, createBoard, startBoard } from '../../kit/board.js'
import { type Reply, startService } from '../../kit/helper.js'

/** Sends twenty requests one after the other, which takes less than a second. */
async function sendTwenty(send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < 20) replies.push(await send())
  return replies
}

t.test('returns 429 if an address, but not the administrator, creates too many boards (decision 57)', async (t) => {
  const service = await startService(t, { boardsPerHour: 2, adminToken: ADMIN_TOKEN, trustProxy: true })
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
  t.strictSame([headers['ratelimit-limit'], headers['ratelimit-remaining']], ['2', '0'])
  t.equal(headers['ratelimit-reset'], headers['retry-after'])
  t.ok(Number(headers['retry-after']) > 3500 && Number(headers['retry-after']) <= 3600)
  const tooMany = { json: { name: 'A class', count: 3 }, ...from('192.0.2.3') }
  const errors = { count: 'must not exceed 2: one address can create 2 boards per hour' }
  t.match(await service.send('POST /classes', tooMany), { status: 400, json: { errors } }, 'to wait would not help')
  t.equal((await service.send('POST /boards', from('192.0.2.2'))).status, 201)
  t.equal((await service.send('POST /boards', { ...from('192.0.2.1'), token: ADMIN_TOKEN })).status, 201)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 4)
})

t.test('a board or a class that a full server refuses does not count towards the limit per hour', async (t) => {
  const { service, asOwner } = await startBoard(t, { boardsPerHour: 3, boardsMax: 1, adminToken: ADMIN_TOKEN })
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

t.test('returns 429 if a board gets too many requests, but not for other boards (decision 57)', async (t) => {
  const service = await startService(t, { boardRate: 5 })
  const [busy, other] = [await createBoard(service), await createBoard(service)]
  await busy.asOwner('PUT /faults', { json: { script: [[]], scriptEnd: 'repeat' } })
  const replies = await sendTwenty(() => busy.send('GET /api/buggy/tasks'))
  const refused = replies.filter(({ status }) => status === 429)
  t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} requests were refused`)
  for (const { headers, json } of refused) {
    t.strictSame([headers['retry-after'], headers['ratelimit-limit']], ['1', '5'])
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
  const allPass = all.every(({ status }) => status === 200)
  t.ok(allPass, 'the default board has no quota here')
})

t.test('defects do not change the 429 of the limit of their board, on local and on public services', async (t) => {
  for (const isLocal of [true, false]) {
    const { send } = await startBoard(t, { boardRate: 5, isLocal }, { defects: ['error-status-is-text'] })
    const replies = await sendTwenty(() => send('GET /api/v1/tasks', { unchecked: true }))
    const refused = replies.filter(({ status }) => status === 429)
    t.ok(refused.length >= 10)
    t.ok(refused.every(({ json }) => json.status === 429))
  }
})

t.test('returns 429 if an address sends too many requests per second to a public service', async (t) => {
  const { send } = await startService(t, { isLocal: false, addressRate: 5, trustProxy: true })
  const sendFrom = (address: string) =>
    send('GET /api/v1/tasks', { headers: { 'x-forwarded-for': address }, unchecked: true })
  const replies = await sendTwenty(() => sendFrom('192.0.2.1'))
  const refused = replies.filter(({ status }) => status === 429)
  t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} requests were refused`)
  t.match(refused[0]?.json, { message: 'Too many requests from this address, try again in 1 s' })
  t.equal((await sendFrom('192.0.2.2')).status, 200)
})

t.test('requests that arrive together are not refused before the limit is reached', async (t) => {
  const { send } = await startBoard(t, { boardRate: 15 })
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
  for (const path of ['/livez', '/docs/', '/boards/unknown', '/api']) {
    const others = await sendTwenty(() => send(`GET ${path}`))
    t.notOk(
      others.some(({ status }) => status === 429),
      path,
    )
  }
})

t.test('a local service has no rate limit by default', async (t) => {
  const { send } = await startBoard(t)
  const replies = await Promise.all(Array.from({ length: 1000 }, () => send('GET /api/v1/tasks')))
  // A busy machine can refuse some of them with 503.
  t.notOk(replies.some(({ status }) => status === 429))
})
