import t, { type Test } from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { ADMIN_TOKEN, createBoard, LOGIN, sendToHost, startBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { ownStore, startService } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { openApi } from './api.js'
import { SCENES } from './scenes.js'

const ADMIN = { token: ADMIN_TOKEN }

const CREATE = { json: TASK, unchecked: true }

const start = (t: Test) => startService(t, { adminToken: ADMIN_TOKEN })

t.test('a board can be created with defects and sets of defects (decision 89)', async (t) => {
  const service = await startService(t)
  const { asOwner, send } = await createBoard(service, {
    defects: ['create-returns-200', 'summary', 'summary-is-cached'],
  })
  const { status, json } = await asOwner('GET /defects')
  t.equal(status, 200)
  t.strictSame(json, { defects: ['create-returns-200', 'summary-is-cached', 'summary-total-lacks-column'] })
  for (const variant of ['v1', 'buggy']) t.equal((await send(`POST /api/${variant}/tasks`, CREATE)).status, 200)
  const { token } = (await send('POST /api/v2/auth/login', LOGIN)).json
  t.equal((await send('POST /api/v2/tasks', { ...CREATE, token })).status, 200)
})

t.test('a board has its defects at its host', async (t) => {
  const { service, id } = await startBoard(t, await ownStore(), { defects: ['create-returns-200'] })
  t.equal((await sendToHost(service, id)('POST /api/v1/tasks', CREATE)).status, 200)
})

t.test('a board has its defects if a client encodes the path', async (t) => {
  const { send } = await startBoard(t, {}, { defects: ['create-returns-200'] })
  t.equal((await send('POST /a%70i/%761/tasks', CREATE)).status, 200)
})

t.test('all boards of one request have the defects', async (t) => {
  const { send } = await start(t)
  const input = { count: 2, defects: ['create-returns-200'] }
  const { boards } = (await send('POST /boards/batch', { json: input, ...ADMIN })).json
  for (const { id } of boards) t.equal((await send(`POST /b/${id}/api/v1/tasks`, CREATE)).status, 200)
})

t.test('new defects take effect with the next request, and replace those before (decision 89)', async (t) => {
  const { asOwner, send } = await startBoard(t, {}, { fixture: 'demo' })
  const count = async () => (await send('GET /api/v1/tasks?status=DONE', { unchecked: true })).json.totalElements
  t.strictSame((await asOwner('GET /defects')).json, { defects: [] })
  t.equal(await count(), 7)
  const { status, json } = await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  t.equal(status, 200)
  t.strictSame(json, { defects: ['list-ignores-status'] })
  t.equal(await count(), 20)
  await asOwner('PUT /defects', { json: { defects: ['create-returns-200'] } })
  t.equal(await count(), 7)
  await asOwner('PUT /defects', { json: { defects: [] } })
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('a write takes the same way with a defect that it does not reach, and after all were removed', async (t) => {
  const { store } = await ownStore()
  const dryRuns = t.capture(store, 'dryRun', store.dryRun)
  const service = await startService(t, { store })
  for (const defects of [['list-ignores-status'], []]) {
    const { asOwner, send } = await createBoard(service)
    await asOwner('PUT /defects', { json: { defects } })
    await asOwner('POST /reset', { json: {} })
    t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
    t.equal(dryRuns().length, 1, 'the service has computed its expected response')
    t.strictSame((await asOwner('GET /defects')).json, { defects })
  }
})

t.test('other boards, including the default board, have no defects (decision 89)', async (t) => {
  const service = await startService(t)
  await createBoard(service, { defects: ['all'] })
  const { send } = await createBoard(service)
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
  t.equal((await service.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('the default board refuses defects (decision 89)', async (t) => {
  const { send } = await start(t)
  const { status, json } = await send('PUT /boards/default/defects', { json: { defects: ['all'] }, ...ADMIN })
  t.strictSame([status, json.message], [403, 'The default board cannot have defects'])
  t.strictSame((await send('GET /boards/default/defects', ADMIN)).json, { defects: [] })
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('returns 400 for unknown defects, and names them (decision 89)', async (t) => {
  const service = await start(t)
  const { asOwner } = await createBoard(service, { defects: ['create-returns-200'] })
  const json = { defects: ['lists', 'no-such-defect', 'toString'] }
  const errors = {
    'defects[1]': "There is no defect or set 'no-such-defect'. GET /defects lists all defects and sets",
    'defects[2]': "There is no defect or set 'toString'. GET /defects lists all defects and sets",
  }
  for (const reply of [await asOwner('PUT /defects', { json }), await service.send('POST /boards', { json })]) {
    t.equal(reply.status, 400)
    t.strictSame(reply.json.errors, errors)
  }
  const cases: [input: unknown, field: string][] = [
    [{}, 'defects'],
    [{ defects: 'lists' }, 'defects'],
    [{ defects: [1] }, 'defects[0]'],
    [{ defects: [''] }, 'defects[0]'],
    [{ defects: Array(201).fill('lists') }, 'defects'],
  ]
  for (const [input, field] of cases) {
    const reply = await asOwner('PUT /defects', { json: input })
    t.equal(reply.status, 400, JSON.stringify(input).slice(0, 50))
    t.strictSame(Object.keys(reply.json.errors), [field])
  }
  t.strictSame((await asOwner('GET /defects')).json, { defects: ['create-returns-200'] })
  t.equal((await service.send('GET /boards', ADMIN)).json.totalElements, 1)
})

t.test('a reset and a snapshot keep the defects, and delete what they have noted (decision 91)', async (t) => {
  const { service, ...board } = await startBoard(t, {}, { defects: ['delete-leaves-gap'] })
  const { create, list, send } = await openApi(service, board, 'v1', true)
  const positions = async () => (await list()).map(({ sortOrder }) => sortOrder)
  const leaveGap = async () => {
    const [first] = await create({}, {})
    await send(`DELETE /tasks/${first.id}`)
  }
  await leaveGap()
  t.strictSame(await positions(), [1])
  const { json: snapshot } = await board.asOwner('GET /snapshot')
  t.notMatch(JSON.stringify(snapshot), 'delete-leaves-gap')
  await board.asOwner('POST /reset')
  await create({})
  t.strictSame(await positions(), [0])
  await leaveGap()
  t.strictSame(await positions(), [0, 2])
  t.equal((await board.asOwner('PUT /snapshot', { json: snapshot })).status, 204)
  t.strictSame(await positions(), [0])
  await leaveGap()
  t.strictSame(await positions(), [0, 2], 'the defect is still there')
})

t.test('a board can have all defects at once', async (t) => {
  const service = await startService(t)
  // This defect returns 500 on purpose.
  const names = DEFECTS.map(({ name }) => name).filter((name) => name !== 'validation-returns-500')
  for (const order of [names, names.toReversed()].slice(0, repeat(1, 2))) {
    const board = await createBoard(service, { defects: order })
    const { send } = await openApi(service, board, 'v1', true)
    for (const [, request, options] of Object.values(SCENES).flat()) {
      const { status } = await send(request, options)
      t.ok(status < 500, `${request}: ${status}`)
    }
  }
})

t.test('a list of many tasks on a board with all defects reads them only a few times', async (t) => {
  const store = await openEmptyStore()
  let reads = 0
  const service = await startService(t, {
    store: {
      ...store,
      async listTasks(board, query) {
        reads++
        return store.listTasks(board, query)
      },
    },
  })
  const board = await createBoard(service)
  const { create } = await openApi(service, board, 'v1', true)
  await create(...Array.from({ length: 250 }, (_, index) => ({ title: `milk ${index}`, labels: ['milk'] })))
  await board.asOwner('PUT /defects', { json: { defects: ['lists', 'search'] } })
  for (const query of [
    '?sort=title&page=1',
    '?sort=dueDate',
    '?search=milk&status=TODO&priority=MEDIUM&sort=title&page=1',
  ]) {
    reads = 0
    await board.send(`GET /api/v1/tasks${query}`, { unchecked: true })
    t.ok(reads > 0 && reads < 120, `${query}: ${reads} reads`)
  }
})
