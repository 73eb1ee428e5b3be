import t from 'tap'
import { BOARDS_DEFAULTS, createQuotas } from '../../src/boards/options.js'
import { openStore } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { multipart, type Reply, startService } from '../helper.js'
import { ADMIN_TOKEN, makeBoard, TASK } from './board.js'

/** Twenty answers, which take less than a second together. */
async function oneByOne(ask: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < 20) replies.push(await ask())
  return replies
}

const NO_RATES = BOARDS_DEFAULTS.rates

const quota = { tasks: 3, comments: 2, attachmentBytes: 1000 }

t.test('a board holds as much as it may, and what it refuses changes nothing', async (t) => {
  const store = await openStore(await emptyDatabase(), createQuotas({ quota, isLocal: true }))
  const service = await startService(t, { store })
  const { send, own } = await makeBoard(service)
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

  const { json: snapshot } = await own('GET /snapshot')
  const larger = structuredClone(snapshot)
  larger.tasks.push({ ...larger.tasks[2], id: 5, sortOrder: 2, comments: [], attachments: [] })
  larger.lastIds.task = 5
  t.equal((await own('PUT /snapshot', { json: larger })).status, 507)
  t.equal((await own('PUT /snapshot', { json: snapshot })).status, 204, 'what it held it may hold')
  t.strictSame((await own('GET /snapshot')).json, snapshot)

  for (let count = 0; count < 5; count++) await service.createTask()
  t.equal(
    (await service.send('GET /api/v1/tasks')).json.totalElements,
    5,
    'the default board has no quota here',
  )
})

t.test('where others reach the service, the default board has a quota too', async (t) => {
  const store = await openStore(await emptyDatabase(), createQuotas({ quota, isLocal: false }))
  const { send } = await startService(t, { store, boards: { isLocal: false } })
  const unchecked = true
  for (let count = 0; count < 3; count++) await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await send('POST /api/v1/tasks', { json: TASK, unchecked })).status, 507)
  const { responses } = (await send('GET /api/v1/openapi.json')).json.paths['/tasks'].post
  t.ok(responses[429] && responses[507], 'and its documents say so')
})

t.test('there are as many boards as there may be', async (t) => {
  const service = await startService(t, { boards: { boardsMax: 2, adminToken: ADMIN_TOKEN } })
  const { own } = await makeBoard(service)
  const { status, json } = await service.send('POST /boards', { json: { count: 2 }, token: ADMIN_TOKEN })
  t.equal(status, 507)
  t.equal(json.message, 'The limit of 2 boards on this server is exceeded')
  await makeBoard(service)
  t.equal((await service.send('POST /boards')).status, 507)
  await own('DELETE ')
  await makeBoard(service)
})

t.test('a board whose fixture has no room is not made, and not reset', async (t) => {
  const store = await openStore(await emptyDatabase(), createQuotas({ quota, isLocal: true }))
  const service = await startService(t, { store, boards: { adminToken: ADMIN_TOKEN } })
  const { status } = await service.send('POST /boards', { json: { fixture: 'demo' } })
  t.equal(status, 507)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 0)
  const { own, send } = await makeBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await own('POST /reset', { json: { fixture: 'demo' } })).status, 507)
  t.match((await send('GET /api/v1/tasks')).json, { totalElements: 1 })
})

t.test('an address makes so many boards in an hour, the administrator more', async (t) => {
  const service = await startService(t, {
    boards: { rates: { ...NO_RATES, boardsPerHour: 2 }, adminToken: ADMIN_TOKEN },
    trustProxy: true,
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  for (let count = 0; count < 2; count++) {
    const refused = { json: { name: '' }, ...from('192.0.2.1') }
    t.equal((await service.send('POST /boards', refused)).status, 400, 'what makes no board does not count')
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
  t.equal((await service.send('POST /boards', from('192.0.2.2'))).status, 201)
  t.equal((await service.send('POST /boards', { ...from('192.0.2.1'), token: ADMIN_TOKEN })).status, 201)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 4)
})

t.test('a board answers so many requests in a second, others go on', async (t) => {
  const service = await startService(t, { boards: { rates: { ...NO_RATES, board: 5 } } })
  const [busy, other] = [await makeBoard(service), await makeBoard(service)]
  const replies = await oneByOne(() => busy.send('GET /api/v1/tasks'))
  const refused = replies.filter(({ status }) => status === 429)
  t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} were refused`)
  for (const { headers, json } of refused) {
    t.equal(headers['retry-after'], '1')
    t.equal(headers['ratelimit-limit'], '5')
    t.match(
      headers['access-control-expose-headers'],
      /Retry-After.*RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset$/,
    )
    t.match(json, { status: 429, path: `/b/${busy.id}/api/v1/tasks` })
  }
  t.equal((await other.send('GET /api/v1/tasks')).status, 200)
  const all = await Promise.all(Array.from({ length: 50 }, () => service.send('GET /api/v1/tasks')))
  t.ok(
    all.every(({ status }) => status === 200),
    'the default board has no quota here',
  )
})

t.test('where others reach the service, an address sends so many requests in a second', async (t) => {
  const { send } = await startService(t, {
    boards: { isLocal: false, rates: { ...NO_RATES, address: 5 } },
    trustProxy: true,
  })
  const ask = (address: string) =>
    send('GET /api/v1/tasks', { headers: { 'x-forwarded-for': address }, unchecked: true })
  const replies = await oneByOne(() => ask('192.0.2.1'))
  const refused = replies.filter(({ status }) => status === 429)
  t.ok(refused.length >= 10 && refused.length <= 15, `${refused.length} were refused`)
  t.match(refused[0]?.json, {
    message: 'Too many requests from this address, try again in 1 s',
  })
  t.equal((await ask('192.0.2.2')).status, 200)
})

t.test('who guesses at boards is bounded too', async (t) => {
  const { send } = await startService(t, { boards: { rates: { ...NO_RATES, address: 5 } } })
  const replies = await oneByOne(() =>
    send('GET /b/aaaaaaaaaaaaaaaaaaaaaA/api/v1/tasks', { unchecked: true }),
  )
  t.ok(replies.filter(({ status }) => status === 429).length >= 10)
  t.equal((await send('GET /api/v1/tasks')).status, 200)
})

t.test('where others reach the service, the default board has quotas too, but for the probes', async (t) => {
  const { send } = await startService(t, { boards: { isLocal: false, rates: { ...NO_RATES, board: 5 } } })
  const replies = await oneByOne(() => send('GET /api/v1/tasks', { unchecked: true }))
  t.ok(replies.filter(({ status }) => status === 429).length >= 10)
  for (const path of ['/livez', '/docs/', '/boards/unknown', '/api'])
    t.ok(
      (await oneByOne(() => send(`GET ${path}`))).every(({ status }) => status !== 429),
      path,
    )
})

t.test('on a machine of its own a service has no rate unless one is set', async (t) => {
  const service = await startService(t)
  const { send } = await makeBoard(service)
  const replies = await Promise.all(Array.from({ length: 1000 }, () => send('GET /api/v1/tasks')))
  t.ok(replies.every(({ status }) => status === 200))
})
