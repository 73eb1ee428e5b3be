import t from 'tap'
import { BoardFull } from '../../../src/contract/errors.js'
import { ADMIN_TOKEN } from '../../kit/board.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import { type Json, startService } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

t.test('a class has a board for each name, and shows the trainer secret once (decision 102)', async (t) => {
  const { service, created, trainer, dashboard } = await startClass(t, {
    count: undefined,
    names: ['Ada', 'Grace'],
    fixture: 'demo',
    exercise: { title: 'Find the faults', faults: { profile: 'stormy', seed: 7 }, defects: ['size-ignored'] },
  })
  const { trainerSecret, ...shown } = created
  t.ok(trainerSecret.length > 40)
  t.match(created.joinCode, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  t.match(created, { name: 'Testing APIs', expiresAt: '2026-03-09T08:30:00Z', frozen: false })
  t.match(created.exercise, { title: 'Find the faults', state: 'running' })
  t.same(await dashboard(), shown)
  t.strictSame(
    shown.boards.map(({ name, joined, requests }: Json) => [name, joined, requests]),
    [
      ['Ada', false, 0],
      ['Grace', false, 0],
    ],
  )
  for (const { id, baseUrl } of shown.boards) {
    t.ok(baseUrl.endsWith(`/b/${id}`))
    t.equal((await service.send(`GET /b/${id}/api/v1/tasks/summary`)).json.totalTasks, 20)
    t.equal((await service.send(`GET /b/${id}/exercise`)).json.title, 'Find the faults')
    const faults = await service.send(`GET /boards/${id}/faults`, { token: trainerSecret })
    t.match(faults.json, { profile: 'stormy', seed: 7 })
  }
  t.equal((await service.send(`GET /classes/${created.id}`, { token: 'another' })).status, 401)
  t.equal((await trainer('DELETE ')).status, 204)
  t.equal((await trainer('GET ')).status, 404)
  t.equal((await service.send(`GET /b/${shown.boards[0].id}/api/v1/tasks`)).status, 404)
})

t.test('a class that is not valid is not created', async (t) => {
  const { send } = await startService(t, { adminToken: ADMIN_TOKEN })
  const cases: [body: object, field: string][] = [
    [{ count: 1 }, 'name'],
    [{ name: 'x' }, 'count'],
    [{ name: 'x', count: 0 }, 'count'],
    [{ name: 'x', count: 3, names: ['Ada'] }, 'names'],
    [{ name: 'x', names: ['Ada', 'ada'] }, 'names[1]'],
    ...['\u200b', '\u3164', '\ufe0d'].map((invisible): [body: object, field: string] => [
      { name: 'x', names: [`Ada${invisible}`] },
      'names[0]',
    ]),
    [{ name: 'x', names: ['Ada\nGrace'] }, 'names[0]'],
    [{ name: 'x', count: 1, defects: ['unknown'] }, 'defects[0]'],
    [{ name: 'x', count: 1, exercise: { endsAt: minute(-1) } }, 'exercise.endsAt'],
    [{ name: 'x', count: 1, exercise: { defects: ['unknown'] } }, 'exercise.defects[0]'],
    [{ name: 'x', count: 1, faults: { delay: [2, 1] } }, 'faults.delay'],
  ]
  for (const [json, field] of cases) {
    const reply = await send('POST /classes', { json })
    t.equal(reply.status, 400)
    t.strictSame(Object.keys(reply.json.errors), [field], JSON.stringify(json))
  }
  t.equal((await send('GET /classes', { token: ADMIN_TOKEN })).json.totalElements, 0)
})

t.test('learners join with the code, and get their board again with the personal code (decision 103)', async (t) => {
  const { service, join, dashboard, created } = await startClass(t, { count: undefined, names: ['Ada'] })
  const joined = await join('ada')
  t.equal(joined.status, 200)
  t.match(joined.json, { name: 'Ada', className: 'Testing APIs', personalCode: /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/ })
  t.ok(joined.json.baseUrl.endsWith(`/b/${created.boards[0].id}`))
  t.equal((await dashboard()).boards[0].joined, true)
  const { personalCode } = joined.json
  const again = await join('ADA', { personalCode: personalCode.toLowerCase().replaceAll('-', ' ') })
  t.same(again.json, joined.json, 'with the name that the trainer has written')
  t.match(await join('Ada'), { status: 409, json: { message: /^This name is taken.*ask your trainer$/ } })
  const isWrong = { status: 409, json: { message: /^The personal code does not belong to this name/ } }
  t.match(await join('Ada', { personalCode: 'AAAA-AAAA-AAAA' }), isWrong)
  t.match(await join('Grace'), { status: 409, json: { message: /^All boards of the class are taken/ } })
  t.match(await join('Grace', { personalCode }), isWrong)
  t.match(await service.send('POST /classes/join', { json: { code: 'AAAA-AAAA', name: 'Ada' } }), {
    status: 404,
    json: { message: 'There is no class with this joining code' },
  })
  const lower = { code: ` ${created.joinCode.toLowerCase().replace('-', '')} `, name: 'Ada', personalCode }
  t.equal((await service.send('POST /classes/join', { json: lower })).status, 200)
})

t.test('learners join free boards with their own names until the trainer closes joining (decision 139)', async (t) => {
  const { service, join, trainer, dashboard, created } = await startClass(t, { count: 2 })
  t.equal(created.joinable, true)
  const joined = await join('Ada')
  t.match(joined, { status: 200, json: { name: 'Ada' } })
  t.match(await join('ADA'), { status: 409, json: { message: /^This name is taken/ } })

  t.match((await trainer('PATCH ', { json: { joinable: false } })).json, { joinable: false, frozen: false })
  const closed = { status: 409, json: { message: /^Your trainer has closed joining/ } }
  t.match(await join('Grace'), closed)
  t.match(await join('Ada'), closed)
  const { personalCode } = joined.json
  t.same((await join('Ada', { personalCode })).json, joined.json, 'a learner who has joined gets the board again')
  await service.send(`GET ${new URL(joined.json.baseUrl).pathname}/api/v1/tasks`)
  t.match(await dashboard(), { joinable: false, boards: [{ name: 'Ada' }, { name: null, joined: false }] })

  t.equal((await trainer('PATCH ', { json: { name: 'Other' } })).json.joinable, false, 'other changes keep it')
  await trainer('PATCH ', { json: { joinable: true } })
  t.equal((await join('Grace')).status, 200)
  t.match(await join('Alan'), { status: 409, json: { message: /^All boards of the class are taken/ } })
  t.equal((await trainer('POST /boards', { json: { count: 1 } })).status, 201)
  t.equal((await join('Alan')).status, 200)
})

t.test('names contain joiners, which are ignored when names are compared (decision 103)', async (t) => {
  const names = ['علی\u200cرضا', 'ශ්\u200dරීමාල්', 'Ada \u2764\ufe0f', 'Grace \u{1f469}\u200d\u{1f4bb}', '1\ufe0f\u20e3']
  const { join, trainer, boards } = await startClass(t, { count: undefined, names: [...names, 'Alan'] })
  for (const name of names) t.match(await join(name), { status: 200, json: { name } })
  for (const name of ['علیرضا', 'ADA \u2764', 'Gr\u200dace \u{1f469}\u{1f4bb}']) {
    t.match(await join(name), { status: 409, json: { message: /^This name is taken/ } }, name)
  }
  t.equal((await trainer('POST /boards', { json: { names: ['Al\u200dan'] } })).status, 409)
  t.equal((await trainer(`PATCH /boards/${boards[5].id}`, { json: { name: 'علی\u200dرضا' } })).status, 409)
  const { bytes } = await trainer('GET /scores.csv')
  for (const name of names) t.match(String(bytes), name)

  for (const [name, reason] of [
    ['Ada\u200b', 'Name must not contain U+200B (character 4)'],
    ['\u200dAda', 'Name must not contain U+200D (character 1)'],
    ['Ada \ufe0f', 'Name must not contain U+FE0F (character 5)'],
    ['\u{1f469}\u202e', 'Name must not contain U+202E (character 2)'],
    ['A\tB', 'Name must not contain U+0009 (character 2)'],
    ['a'.repeat(101), 'Name is required and must be between 1 and 100 characters'],
    [' ', 'Name is required and must be between 1 and 100 characters'],
  ] as const) {
    t.strictSame((await join(name)).json.errors, { name: reason })
  }
})

t.test('only attempts to join with a wrong code are limited (decision 103)', async (t) => {
  for (const [refused, wrong] of [
    [404, { code: 'AAAA-AAAA' }],
    [409, { personalCode: 'AAAA-AAAA-AAAA' }],
  ] as const) {
    const { service, join, trainer } = await startClass(t, { count: 2 })
    const { personalCode } = (await join('Ada')).json
    for (let learner = 0; learner <= 100; learner++) {
      t.equal((await join('Ada', { personalCode })).status, 200, 'a learner who joins again')
      t.equal((await join('Ada')).status, 409, 'a name that is taken')
      await service.send('POST /classes/join', { json: {} })
    }
    for (let attempt = 0; attempt < 100; attempt++) t.equal((await join('Ada', wrong)).status, refused)
    t.equal((await join('Ada', { personalCode })).status, 200)
    t.match(await join('Ada', wrong), {
      status: 429,
      json: { message: /^Too many requests with a wrong joining code or personal code, try again in \d+ s$/ },
    })
    t.equal((await join('Ada', { personalCode })).status, 429, 'even with right codes')
    t.equal((await join('Grace')).status, 429)
    t.match((await trainer('GET ')).json.boards[1], { name: null }, 'a refused attempt changes nothing')
  }
})

t.test('a class whose boards cannot be filled is not created', async (t) => {
  const store = await openEmptyStore()
  const service = await startService(t, { store, adminToken: ADMIN_TOKEN })
  const broken = breakMethod(store, 'resetBoard', new BoardFull(1, 'tasks'))
  const reply = await service.send('POST /classes', { json: { name: 'x', count: 2, fixture: 'demo' } })
  t.equal(reply.status, 507)
  broken.repair()
  t.equal((await service.send('GET /classes', { token: ADMIN_TOKEN })).json.totalElements, 0)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 0)
})

t.test('classes obey the limits of boards (decision 110)', async (t) => {
  const options = { adminToken: ADMIN_TOKEN, boardsMax: 6, boardsPerHour: 3 }
  const { service, trainer } = await startClass(t, {}, options)
  t.equal((await trainer('POST /boards', { json: { count: 2 } })).status, 429)
  service.clock.now += 1000
  t.equal((await service.send('POST /classes', { json: { name: 'x', count: 1 } })).status, 201, 'there is room for one')
  t.equal((await service.send('POST /classes', { json: { name: 'x', count: 1 } })).status, 429)
  const asAdmin = { json: { name: 'x', count: 4 }, token: ADMIN_TOKEN }
  t.equal((await service.send('POST /classes', asAdmin)).status, 507)
  t.equal((await service.send('POST /classes', { ...asAdmin, json: { name: 'x', count: 3 } })).status, 201)
  t.equal((await trainer('POST /boards', { json: { count: 1 }, token: ADMIN_TOKEN })).status, 507)
  const { json } = await service.send('GET /classes?size=1', { token: ADMIN_TOKEN })
  t.match(json, { totalElements: 3, content: [{ name: 'Testing APIs', boards: 2, frozen: false }] })
  t.equal((await service.send('GET /classes')).status, 401)
})

t.test('a trainer finds the class with the secret alone (decision 118)', async (t) => {
  const { service, created, token } = await startClass(t, {}, { adminToken: ADMIN_TOKEN })
  await service.send('POST /classes', { json: { name: 'Another class', count: 1 } })
  const { json } = await service.send('GET /classes', { token })
  t.match(json, { totalElements: 1, content: [{ id: created.id, name: 'Testing APIs' }] })
  const message = 'A valid trainer secret or administrator token is required (Authorization: Bearer <token>)'
  t.match(await service.send('GET /classes', { token: 'x' }), { status: 401, json: { message } })
  const { token: ownerToken } = (await service.send('POST /boards')).json
  t.match(await service.send(`GET /classes/${created.id}`, { token: ownerToken }), { status: 401, json: { message } })
  service.clock.now += 8 * 24 * 60 * MINUTE
  t.equal((await service.send('GET /classes', { token })).status, 401, 'the class has expired')
})

t.test('only those who may create boards create classes (decision 110)', async (t) => {
  const json = { name: 'x', count: 1 }
  const off = await startService(t, { creators: 'off' })
  t.equal((await off.send('POST /classes', { json })).status, 403)
  const admin = await startService(t, { creators: 'admin', adminToken: ADMIN_TOKEN })
  t.equal((await admin.send('POST /classes', { json })).status, 401)
  t.equal((await admin.send('POST /classes', { json, token: ADMIN_TOKEN })).status, 201)
})

t.test('an unknown class is 404', async (t) => {
  const { send } = await startService(t)
  for (const id of ['x', 'h4zq7c2w5n3vk6sx7dz2rqmtea']) {
    t.match(await send(`GET /classes/${id}`, { token: 'x' }), { status: 404, json: { message: 'Class not found' } }, id)
  }
})

t.test('nobody can join with a board whose name was erased before its learner has joined (decision 109)', async (t) => {
  const { trainer, boards, join } = await startClass(t, { count: undefined, names: ['Ada', 'Grace'] })
  t.match((await trainer(`PATCH /boards/${boards[0].id}`, { json: { name: null } })).json, { name: null })
  for (const name of ['Ada', 'Alan']) t.equal((await join(name)).status, 409, name)
  t.equal((await join('Grace')).status, 200)
})
