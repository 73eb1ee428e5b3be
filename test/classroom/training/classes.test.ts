import t from 'tap'
import { BoardFull } from '../../../src/contract/errors.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { ADMIN_TOKEN, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Json, START, startService } from '../../kit/helper.js'
import { storedRows } from '../../kit/stored-rows.js'
import { createBoard, EVERY_SECOND, startClass } from './class.js'
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

t.test(
  'learners join free boards with names of their own, until the trainer closes joining (decision 139)',
  async (t) => {
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
  },
)

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

t.test('the dashboard and the export have the activity and the score of every learner (decision 105)', async (t) => {
  const { service, trainer, onBoard, dashboard, join } = await startClass(t, {
    fixture: 'demo',
    count: undefined,
    names: ['=SUM(A1)', 'O"Hara; Ann'],
    exercise: {
      title: 'Dates',
      startsAt: minute(-24 * 60),
      endsAt: minute(24 * 60),
      faults: EVERY_SECOND,
      defects: ['create-returns-200'],
    },
  })
  await join('=sum(a1)')
  const { headers } = await onBoard(0, 'GET /api/buggy/tasks/1', { unchecked: true })
  const requestId = headers['x-request-id']
  for (const fault of ['date-mix', 'pagination']) await onBoard(0, 'POST /claims', { json: { requestId, fault } })
  await onBoard(0, 'POST /claims', { json: { defect: 'create-returns-200' } })
  await onBoard(0, 'PUT /grade', { json: { variant: 'v2', found: 3, defects: 8 } })
  const { boards, faults } = await dashboard()
  const [first, second] = boards
  const ofClass = { fault: 'date-mix', happened: 1, found: 1, credit: 1, wrong: 0, precision: 1, recall: 1, f1: 1 }
  t.same(
    faults.filter(({ happened }: Json) => happened > 0),
    [ofClass],
    'the sums over all boards',
  )
  t.match(first, {
    joined: true,
    lastActivity: minute(0),
    requests: 1,
    claims: 3,
    total: { happened: 1, found: 1, wrong: 1, precision: 0.5, recall: 1, f1: 0.6667 },
    defects: { happened: 1, found: 1, wrong: 0 },
    grade: { variant: 'v2', found: 3, defects: 8 },
  })
  t.equal(second.grade, undefined)
  t.match(second, { joined: false, requests: 0, claims: 0, total: { happened: 0, f1: null }, defects: { found: 0 } })
  const csv = await trainer('GET /scores.csv')
  t.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  t.equal(csv.headers['content-disposition'], 'attachment; filename="scores Testing APIs 2026-03-03.csv"')
  const [heading, ...rows] = String(csv.bytes).split('\r\n')
  t.equal(
    heading,
    '\ufeffclass,date,exercise,name,joined,last activity,requests,claims,hints,challenges,challenges solved,faults happened,faults found,credit,wrong claims,points,precision,recall,F1,defects,defects found,wrong claims of defects,graded variant,graded defects,graded defects found,drill score,board',
  )
  t.match(
    rows[0],
    /^Testing APIs,2026-03-03,Dates,"'=SUM\(A1\)",yes,2026-03-02T08:30:00Z,1,3,0,0,0,1,1,1,1,1\.5,0\.5,1,0\.6667,1,1,0,v2,8,3,,http/,
  )
  t.match(rows[1], /^Testing APIs,2026-03-03,Dates,"O""Hara; Ann",no,,0,0,0,0,0,0,0,0,0,0,,,,1,0,0,,,,,http/)
  t.equal(rows[2], '')

  await trainer('POST /boards', { json: { count: 2 } })
  const { boards: all } = await dashboard()
  await onBoard(1, 'GET /api/v1/tasks')
  await join('Ada')
  t.equal(
    String((await trainer('GET /scores.csv')).bytes)
      .trim()
      .split('\r\n').length,
    4,
    'no row for the free board',
  )
  t.equal(all.length, 4)
  for (const name of ['@SUM(A1)', ' +1', '＝1', '＠x', '|x', '%x', '-1']) {
    await trainer(`PATCH /boards/${all[0].id}`, { json: { name } })
    t.match(String((await trainer('GET /scores.csv')).bytes), `"'${name}"`, 'a spreadsheet reads no formula')
  }

  t.equal((await trainer('PATCH ', { json: { name: 'Room 1/2: "A"' } })).status, 200)
  const { headers: renamed } = await trainer('GET /scores.csv')
  service.clock.now += MINUTE
  await onBoard(0, 'GET /api/v1/tasks/1')
  t.match((await dashboard()).boards[0], { lastActivity: minute(1), lastProgress: minute(0) })
  t.match(renamed['content-disposition'], 'filename="scores Room 1-2- -A- 2026-03-03.csv"')
})

t.test('a new exercise of a class starts all scores anew (decision 104)', async (t) => {
  const { service, trainer, onBoard, dashboard, boards, token } = await startClass(t, {
    fixture: 'demo',
    exercise: { faults: EVERY_SECOND, endsAt: minute(10) },
  })
  const seedsOf = () =>
    Promise.all(boards.map(async ({ id }) => (await service.send(`GET /boards/${id}/faults`, { token })).json.seed))
  const read = (index: number) => onBoard(index, 'GET /api/buggy/tasks/1', { unchecked: true })
  await Promise.all([read(0), read(1)])
  const seeds = await seedsOf()
  t.not(seeds[0], seeds[1])
  const happened = async () => (await dashboard()).boards.map(({ total }: Json) => total.happened)
  t.same(await happened(), [1, 1])
  await trainer('PUT /exercise', { json: { title: 'Another title' } })
  t.same(await happened(), [1, 1])
  t.same(await seedsOf(), seeds)
  await trainer('PUT /exercise', { json: { faults: { ...EVERY_SECOND, seed: 8 } } })
  t.same(await seedsOf(), [8, 8], 'other faults restart the plans of an exercise that goes on')
  t.same(await happened(), [1, 1])
  service.clock.now += 20 * MINUTE
  await trainer('PUT /exercise', { json: { startsAt: minute(20), faults: { ...EVERY_SECOND, seed: 9 } } })
  t.same(await happened(), [0, 0])
  t.same(await seedsOf(), [9, 9])
  await read(1)
  t.same(await happened(), [0, 1])
})

t.test('a reset restores all boards, also from a snapshot of the trainer (decision 106)', async (t) => {
  const training = await startClass(t, { exercise: { faults: EVERY_SECOND } })
  const { service, trainer, onBoard, dashboard, boards, token } = training
  const faultsOf = async ({ id }: Json, trainerSecret: string) =>
    (await service.send(`GET /boards/${id}/faults`, { token: trainerSecret })).json
  const own = await createBoard(service)
  await own.send('POST /api/v1/tasks', { json: { ...TASK, title: 'From the trainer' } })
  await own.asOwner('PUT /faults', { json: { profile: 'stormy' } })
  const snapshot = (await own.asOwner('GET /snapshot')).json
  const titles = async () => {
    const pages = await Promise.all([0, 1].map((index) => onBoard(index, 'GET /api/v1/tasks')))
    return pages.map(({ json }) => json.content.map(({ title }: Json) => title))
  }
  await onBoard(0, 'POST /api/buggy/tasks', { json: TASK, unchecked: true })
  t.equal((await trainer('POST /reset', { json: { snapshot } })).status, 204)
  t.same(await titles(), [['From the trainer'], ['From the trainer']])
  t.match(await faultsOf(boards[0], token), EVERY_SECOND, 'only the content of the snapshot')
  t.equal((await dashboard()).boards[0].total.happened, 0)
  t.equal((await trainer('POST /reset', { json: { fixture: 'demo' } })).status, 204)
  t.equal((await titles())[1].length, 20)
  t.equal((await trainer('POST /reset')).status, 204)
  t.same(await titles(), [[], []])
  for (const json of [{ fixture: 'demo', snapshot }, { snapshot: { ...snapshot, version: 9 } }]) {
    t.equal((await trainer('POST /reset', { json })).status, 400)
  }
  const started = await startClass(t, { snapshot, faults: { profile: 'calm' } })
  t.equal((await started.onBoard(1, 'GET /api/v1/tasks')).json.content[0].title, 'From the trainer')
  for (const [faults, profile] of [
    [{ profile: 'calm' }, 'calm'],
    [undefined, 'stormy'],
  ] as const) {
    const json = { name: 'x', count: 1, snapshot, ...(faults && { faults }) }
    const created = (await service.send('POST /classes', { json })).json
    t.match(await faultsOf(created.boards[0], created.trainerSecret), { profile }, 'the settings of the snapshot')
  }
  const both = { name: 'x', count: 1, fixture: 'demo', snapshot }
  t.equal((await service.send('POST /classes', { json: both })).status, 400)
})

t.test(
  'null for the exercise, the faults or the snapshot of a class means the same as leaving it out (decision 6)',
  async (t) => {
    const { trainer, onBoard, dashboard } = await startClass(t, {
      fixture: 'demo',
      snapshot: null,
      exercise: null,
      faults: null,
    })
    const total = async () => (await onBoard(0, 'GET /api/v1/tasks')).json.totalElements
    t.equal(await total(), 20)
    t.notOk('exercise' in (await dashboard()))
    await trainer('PUT /faults', { json: { profile: 'none' } })
    t.equal((await trainer('PUT /exercise', { json: { faults: null } })).status, 200)
    t.equal((await trainer('POST /reset', { json: { snapshot: null } })).status, 204)
    t.equal(await total(), 0)
  },
)

t.test('a class whose boards cannot be filled is not created', async (t) => {
  const store = await openEmptyStore()
  const service = await startService(t, { store, adminToken: ADMIN_TOKEN })
  const { resetBoard } = store
  store.resetBoard = async () => {
    throw new BoardFull(1, 'tasks')
  }
  const reply = await service.send('POST /classes', { json: { name: 'x', count: 2, fixture: 'demo' } })
  t.equal(reply.status, 507)
  store.resetBoard = resetBoard
  t.equal((await service.send('GET /classes', { token: ADMIN_TOKEN })).json.totalElements, 0)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 0)
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
  t.match((await trainer(`PATCH /boards/${id}`, { json: { name: 'Ada Lovelace' } })).json, { joined: true })
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
