import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { type Json, START } from '../../kit/helper.js'
import { storedRows } from '../../kit/stored-rows.js'
import { EVERY_SECOND, startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

t.test('the settings of a class apply to all boards, which cannot have their own (decision 104)', async (t) => {
  const { service, trainer, boards, onBoard, token } = await startClass(t, { fixture: 'demo' })
  t.equal((await trainer('GET /exercise')).status, 404)
  t.equal((await trainer('PUT /exercise', { json: { title: 'First' } })).status, 200)
  t.equal((await trainer('GET /exercise')).json.title, 'First')
  t.equal((await trainer('PUT /faults', { json: { profile: 'calm', seed: 7 } })).status, 204)
  t.same((await trainer('PUT /defects', { json: { defects: ['size-ignored'] } })).json, { defects: ['size-ignored'] })
  for (const [index, { id }] of boards.entries()) {
    t.equal((await onBoard(index, 'GET /exercise')).json.title, 'First')
    t.match((await service.send(`GET /boards/${id}/faults`, { token })).json, { profile: 'calm', seed: 7, ordinal: 0 })
    t.equal((await onBoard(index, 'GET /api/v1/tasks?size=1', { unchecked: true })).json.content.length, 20)
    for (const [request, json] of [
      ['PUT /exercise', {}],
      ['DELETE /exercise', undefined],
      ['PUT /faults', {}],
      ['PUT /defects', { defects: [] }],
    ] as const) {
      const [method, path] = request.split(' ')
      const reply = await service.send(`${method} /boards/${id}${path}`, { token, ...(json && { json }) })
      t.match(reply, { status: 409, json: { message: /^This board belongs to a class/ } }, request)
    }
  }
})

t.test('a frozen class can be read, but not changed (decision 107)', async (t) => {
  const { trainer, onBoard, join, dashboard } = await startClass(t, {
    fixture: 'demo',
    exercise: { faults: EVERY_SECOND },
  })
  t.equal((await trainer('PATCH ', { json: { frozen: true } })).json.frozen, true)
  const login = await onBoard(0, 'POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } })
  t.equal(login.status, 200)
  const { token, refreshToken } = login.json
  t.equal((await onBoard(0, 'POST /api/v2/auth/refresh', { json: { refreshToken } })).status, 200)
  t.equal((await onBoard(0, 'GET /api/v2/tasks', { token })).status, 200)
  t.equal((await onBoard(0, 'POST /api/v2/auth/logout', { token })).status, 200)
  t.equal((await onBoard(0, 'GET /api/buggy/tasks/1', { unchecked: true })).status, 200)
  for (const request of ['POST /api/v1/tasks', 'DELETE /api/v1/tasks', 'DELETE /api/buggy/tasks/1', 'POST /claims']) {
    // Faults change the responses of buggy.
    const reply = await onBoard(0, request, { unchecked: request.includes('buggy') })
    t.match(reply, { status: 423, json: { message: /^The class is frozen/ } }, request)
  }
  t.equal((await join('Ada')).status, 423)
  t.equal((await onBoard(0, 'GET /')).json.frozen, true)
  t.equal((await dashboard()).boards[0].total.happened, 0, 'responses of a frozen board do not count')
  await trainer('PATCH ', { json: { frozen: false } })
  t.equal((await onBoard(0, 'DELETE /api/v1/tasks')).status, 204)
})

t.test('a freeze also refuses a request that began before it (decision 107)', async (t) => {
  let freeze = async (): Promise<unknown> => undefined
  const { trainer, onBoard } = await startClass(
    t,
    { fixture: 'demo', exercise: { faults: { script: [['slow-response']] } } },
    { sleep: () => freeze() },
  )
  freeze = () => trainer('PATCH ', { json: { frozen: true } })
  t.equal((await onBoard(0, 'DELETE /api/buggy/tasks/1', { unchecked: true })).status, 423)
  t.equal((await onBoard(0, 'GET /api/v1/tasks/1')).status, 200)
})

t.test('a class expires with all its boards, and can be extended (decision 108)', async (t) => {
  const { service, trainer, onBoard, created, join } = await startClass(t, {}, { boardTtl: 600 })
  t.equal(created.expiresAt, minute(10))
  for (const expiresAt of [minute(0), 'tomorrow']) {
    t.equal((await trainer('PATCH ', { json: { expiresAt } })).status, 400)
  }
  t.equal((await trainer('PATCH ', { json: { expiresAt: minute(60), name: 'Longer' } })).json.expiresAt, minute(60))
  service.clock.now += 59 * MINUTE
  t.equal((await onBoard(1, 'GET /api/v1/tasks')).status, 200, 'unused boards do not expire before their class')
  service.clock.now = START + 60 * MINUTE
  t.equal((await onBoard(1, 'GET /api/v1/tasks')).status, 404)
  t.equal((await trainer('GET ')).status, 404)
  t.equal((await join('Ada')).status, 404)
})

t.test('the trainer adds, renames and removes boards, and replaces codes and secrets (decision 109)', async (t) => {
  const { service, trainer, boards, dashboard, join, created, token } = await startClass(t, { fixture: 'demo' })
  const { personalCode } = (await join('Ada')).json
  const [{ id }] = boards
  const added = await trainer('POST /boards', { json: { names: ['Alan'], fixture: 'demo' } })
  t.equal(added.status, 201)
  t.match(added.json.boards, [{ name: 'Alan', joined: false }])
  const [{ id: alan }] = added.json.boards
  t.equal((await trainer('POST /boards', { json: { names: ['alan'] } })).status, 409)
  t.equal((await trainer('POST /boards', { json: {} })).status, 400)
  t.equal((await trainer(`PATCH /boards/${id}`, { json: { name: 'Alan' } })).status, 409)
  for (const name of ['Ada', 'ADA', 'Ada Lovelace']) {
    t.match((await trainer(`PATCH /boards/${id}`, { json: { name } })).json, { name, joined: true })
  }
  t.equal((await join('ada lovelace', { personalCode })).status, 200)
  const lost = (await trainer(`POST /boards/${id}/code`)).json.personalCode
  t.equal((await join('Ada Lovelace', { personalCode })).status, 409)
  t.equal((await join('Ada Lovelace', { personalCode: lost })).status, 200)
  const isAlanJoined = async () => (await dashboard()).boards.find(({ name }: Json) => name === 'Alan').joined
  const printed = (await trainer(`POST /boards/${alan}/code`)).json.personalCode
  t.equal(await isAlanJoined(), false)
  t.equal((await join('Alan', { personalCode: printed })).status, 200)
  t.equal(await isAlanJoined(), true)
  t.equal((await service.send(`GET /b/${alan}/api/v1/tasks/summary`)).json.totalTasks, 20)

  const { ownerToken } = (await trainer(`POST /boards/${id}/owner-token`)).json
  t.equal((await service.send(`GET /boards/${id}`, { token: ownerToken })).status, 200)
  t.match((await trainer(`PATCH /boards/${id}`, { json: { name: null } })).json, { name: null, joined: true })
  t.equal((await trainer(`DELETE /boards/${alan}`)).status, 204)
  t.equal((await dashboard()).boards.length, 2)
  for (const request of [`PATCH /boards/${created.id}`, `DELETE /boards/${alan}`]) {
    const json = request.startsWith('PATCH') ? { name: 'x' } : undefined
    t.equal((await trainer(request, { ...(json && { json }) })).status, 404, request)
  }

  await trainer(`PATCH /boards/${created.boards[1].id}`, { json: { name: null } })
  const { joinCode } = (await trainer('POST /code')).json
  t.equal((await join('Grace')).status, 404, 'the old code')
  const joinAnew = (name: string) => service.send('POST /classes/join', { json: { code: joinCode, name } })
  t.equal((await joinAnew('Grace')).status, 200)
  t.equal((await joinAnew('Barbara')).status, 409, 'a board whose name was erased is not free')
  const { trainerSecret } = (await trainer('POST /secret')).json
  t.equal((await trainer('GET ')).status, 401, 'the old secret')
  t.equal((await service.send(`GET /boards/${id}`, { token })).status, 401)
  t.equal((await trainer('GET ', { token: trainerSecret })).status, 200)
})

t.test('no name of a learner stays in the database after a class was deleted (decision 109)', async (t) => {
  const file = `${t.testdir()}/board.db`
  const options = { store: await openStore(`sqlite:${file}`) }
  const names = ['Ada Lovelace', 'Grace Hopper', 'Barbara Liskov', 'Frances Allen']
  const { created, trainer, join, onBoard } = await startClass(t, { count: undefined, names }, options)
  const readNames = () => {
    const text = JSON.stringify(storedRows(file))
    return [...names, 'Hedy Lamarr'].filter((name) => text.includes(name))
  }
  const [renamed, erased, removed] = created.boards
  t.equal((await join('Barbara Liskov')).status, 200)
  await trainer(`PATCH /boards/${renamed.id}`, { json: { name: 'Hedy Lamarr' } })
  await trainer(`PATCH /boards/${erased.id}`, { json: { name: null } })
  await trainer(`DELETE /boards/${removed.id}`)
  await onBoard(3, 'GET /api/v1/tasks')
  t.strictSame(readNames(), ['Frances Allen', 'Hedy Lamarr'])
  await trainer('DELETE ')
  t.strictSame(readNames(), [])
})

t.test('a board of a class states when its class expires, whoever uses it', async (t) => {
  const { service, trainer, boards, token, onBoard } = await startClass(t)
  const read = async () => (await service.send(`GET /boards/${boards[0].id}`, { token })).json.expiresAt
  t.equal(await read(), (await trainer('GET ')).json.expiresAt)
  const expiresAt = '2026-06-01T00:00:00Z'
  t.equal((await trainer('PATCH ', { json: { expiresAt } })).json.expiresAt, expiresAt)
  service.clock.now += 60_000
  await onBoard(0, 'GET /api/v1/tasks')
  t.equal((await service.send(`GET /boards/${boards[0].id}/requests`, { token })).status, 200)
  t.equal(await read(), expiresAt)
})
