import type { OpenAPIV3 } from 'openapi-types'
import t, { type Test } from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { ADMIN_TOKEN, createBoard, LOGIN, sendToHost, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { multipart, ownStore, startService } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { operationsOf } from '../../kit/openapi-operations.js'
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
  const service = await startService(t, await ownStore())
  const { id } = await createBoard(service, { defects: ['create-returns-200'] })
  t.equal((await sendToHost(service, id)('POST /api/v1/tasks', CREATE)).status, 200)
})

t.test('a board has its defects if a client encodes the path', async (t) => {
  const { send } = await createBoard(await startService(t), { defects: ['create-returns-200'] })
  t.equal((await send('POST /a%70i/%761/tasks', CREATE)).status, 200)
})

t.test('all boards of one request have the defects', async (t) => {
  const { send } = await start(t)
  const input = { count: 2, defects: ['create-returns-200'] }
  const { boards } = (await send('POST /boards/batch', { json: input, ...ADMIN })).json
  for (const { id } of boards) t.equal((await send(`POST /b/${id}/api/v1/tasks`, CREATE)).status, 200)
})

t.test('new defects take effect with the next request, and replace those before (decision 89)', async (t) => {
  const service = await startService(t)
  const { asOwner, send } = await createBoard(service, { fixture: 'demo' })
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
  t.equal(status, 403)
  t.equal(json.message, 'The default board cannot have defects')
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

t.test('returns the test of a defect, to everybody', async (t) => {
  const service = await start(t)
  const found = await service.send('GET /defects/list-ignores-status/test?as=pytest&variant=v2')
  t.match(found, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  t.match(found.bytes.toString(), /^import os\n.*\/api\/v2.*def test_the_filter_status/s)
  t.match((await service.send('GET /defects/list-ignores-status/test')).bytes.toString(), /^import assert .*\/api\/v1/s)
  const ofV2 = 'GET /defects/token-signature-ignored/test'
  t.match((await service.send(ofV2)).bytes.toString(), '/api/v2')
  const cases: [request: string, status: number, errors?: object][] = [
    ['GET /defects/nothing/test', 404],
    ['GET /defects/list-ignores-status/test?as=perl', 400, { as: /node-test/ }],
    [`${ofV2}?variant=buggy`, 400, { variant: /v1, v2/ }],
    [`${ofV2}?variant=v1`, 400, { variant: "Only v2 has the defect 'token-signature-ignored'" }],
  ]
  for (const [request, status, errors] of cases)
    t.match(await service.send(request), { status, json: { status, errors } }, request)
})

t.test(
  'in the earlier edition, defects that break rules of the current edition only are unknown (decision 92)',
  async (t) => {
    const service = await startService(t, { edition: earlier })
    const { asOwner, send } = await createBoard(service, { defects: ['attachments', 'headers'] })
    t.strictSame((await asOwner('GET /defects')).json, {
      defects: ['allow-lists-all-methods', 'location-missing', 'location-of-list', 'tokens-cacheable'],
    })
    const refused = await asOwner('PUT /defects', { json: { defects: ['reorder-off-by-one'] } })
    t.equal(
      refused.json.errors['defects[0]'],
      "There is no defect or set 'reorder-off-by-one'. GET /defects lists all defects and sets",
    )
    const names = (await service.send('GET /defects')).json.defects.map(({ name }: { name: string }) => name)
    t.ok(names.includes('list-ignores-status'))
    t.notOk(names.includes('reorder-off-by-one'))
    t.equal((await send('GET /api/v1/tasks')).status, 200)
  },
)

t.test('only the owner sees and configures the defects of a board (decision 56)', async (t) => {
  const service = await startService(t)
  const { id } = await createBoard(service)
  const other = await createBoard(service)
  for (const token of [undefined, other.token]) {
    const options = token === undefined ? {} : { token }
    t.equal((await service.send(`GET /boards/${id}/defects`, options)).status, 401)
    const json = { defects: [] }
    t.equal((await service.send(`PUT /boards/${id}/defects`, { json, ...options })).status, 401)
  }
})

t.test('a reset and a snapshot keep the defects, and delete what they have noted (decision 91)', async (t) => {
  const service = await startService(t)
  const board = await createBoard(service, { defects: ['delete-leaves-gap'] })
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

t.test(
  'the effects of defects are counted, with the first request of each kind, until others are configured (decision 122)',
  async (t) => {
    const service = await startService(t)
    const board = await createBoard(service, { defects: ['list-ignores-status', 'put-ignores-status'] })
    const { create, list, send } = await openApi(service, board, 'v1', true)
    const effects = async () => (await board.asOwner('GET /defects/effects')).json.effects
    const [task] = await create({}, {})
    await list('?status=TODO')
    t.strictSame(await effects(), [], 'the responses are right')
    await list('?search=task&status=DONE')
    await list('?status=DONE')
    await send(`PUT /tasks/${task.id}`, { json: { ...TASK, status: 'DONE' } })
    t.match(await effects(), [
      {
        defect: 'list-ignores-status',
        effect: 'response',
        requests: 2,
        first: { number: 4, method: 'GET', target: '/api/v1/tasks?search=task&status=DONE', status: 200 },
      },
      { defect: 'put-ignores-status', effect: 'write', requests: 1, first: { number: 6, method: 'PUT' } },
    ])
    const [latest] = (await board.asOwner('GET /requests')).json.content
    t.equal((await effects())[1].first.requestId, latest.requestId)
    t.equal((await service.send(`GET /boards/${board.id}/defects/effects`)).status, 401)

    await list('?status=DONE')
    await board.asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
    t.strictSame(await effects(), [])
  },
)

t.test('a defect that changes the values of a request has an effect only if the request succeeds', async (t) => {
  const board = await createBoard(await startService(t), { fixture: 'demo', defects: ['title-trimmed'] })
  for (const [id, effects] of [
    [99, []],
    [1, ['title-trimmed']],
  ] as const) {
    await board.send(`PUT /api/v1/tasks/${id}`, { json: { ...TASK, title: ' A task ' }, unchecked: true })
    const { json } = await board.asOwner('GET /defects/effects')
    t.strictSame(
      json.effects.map(({ defect }: { defect: string }) => defect),
      effects,
    )
  }
})

t.test('a response to HEAD shows a defect only in its status, its headers or its length', async (t) => {
  const service = await startService(t)
  const defects = ['priority-sorted-by-name', 'total-elements-of-page']
  const board = await createBoard(service, { fixture: 'demo', defects })
  const effects = async () => (await board.asOwner('GET /defects/effects')).json.effects
  await board.send('HEAD /api/v1/tasks?sort=priority')
  t.strictSame(await effects(), [])
  await board.send('HEAD /api/v1/tasks?size=2')
  t.match(await effects(), [{ defect: 'total-elements-of-page', effect: 'response', first: { method: 'HEAD' } }])
  await board.send('GET /api/v1/tasks?sort=priority')
  t.match(await effects(), [{ defect: 'priority-sorted-by-name' }, { requests: 1 }])
})

t.test('a defect that is seen only in the message of a refused write has an effect', async (t) => {
  const service = await startService(t)
  const board = await createBoard(service, { fixture: 'demo', defects: ['file-name-without-extension'] })
  const upload = async (...names: string[]) => {
    const sent = multipart(names.map((fileName) => ({ name: 'files', fileName, content: 'text' })))
    const { json } = await board.send('POST /api/v1/tasks/1/attachments', sent)
    const { effects } = (await board.asOwner('GET /defects/effects')).json
    return { message: json.message, effects: effects.map(({ effect }: { effect: string }) => effect) }
  }
  t.strictSame(await upload('one', 'two', 'three', 'four'), {
    message: "File 'three' exceeds the limit of 3 attachments per task",
    effects: [],
  })
  t.match(await upload('1.txt', '2.txt', '3.txt', '4.txt'), {
    message: "File '3' exceeds the limit of 3 attachments per task",
    effects: ['response'],
  })
})

t.test('new defects of a class delete the recorded effects of the earlier defects', async (t) => {
  const service = await startService(t, { adminToken: ADMIN_TOKEN })
  const input = { name: 'A class', names: ['Ada'], defects: ['create-returns-200'] }
  const created = (await service.send('POST /classes', { json: input, ...ADMIN })).json
  const [{ id }] = created.boards
  const read = async () => (await service.send(`GET /boards/${id}/defects/effects`, ADMIN)).json.effects
  await service.send(`POST /b/${id}/api/v1/tasks`, CREATE)
  t.match(await read(), [{ defect: 'create-returns-200', requests: 1 }])
  const { status } = await service.send(`PUT /classes/${created.id}/defects`, {
    json: { defects: ['create-returns-200'] },
    ...ADMIN,
  })
  t.equal(status, 200)
  t.strictSame(await read(), [])
})

t.test('the catalogue describes every defect', async (t) => {
  const service = await startService(t)
  const { json, status } = await service.send('GET /defects')
  t.equal(status, 200)
  t.ok(json.defects.length >= 48, `${json.defects.length} defects`)
  t.equal(new Set(json.defects.map(({ name }: { name: string }) => name)).size, DEFECTS.length)
  const document = (await service.send('GET /api/v2/openapi.json')).json as OpenAPIV3.Document
  const operations = operationsOf(document).map(({ operation }) => operation.operationId)
  for (const { name, title, rule, exposedBy, sets, operations: affected, variants } of json.defects) {
    t.match(name, /^[a-z0-9]+(-[a-z0-9]+)+$/)
    t.match(title, /^[A-Z`].*\.$/, name)
    t.match(rule, /\((specification|decisions?|operation) ?[^()]*\)\.$|\(specification, introduction\)\.$/, name)
    t.match(exposedBy, /^[A-Z`].*\.$/, name)
    for (const [, method = '', path = ''] of exposedBy.matchAll(/`(GET|POST|PUT|DELETE) ([^ ?`]+)/g)) {
      t.ok(document.paths[path]?.[method.toLowerCase() as 'get'], `${name}: ${method} ${path}`)
    }
    t.strictSame(
      affected.filter((operation: string) => !operations.includes(operation)),
      [],
      name,
    )
    t.ok(variants.length === 3 || variants.join() === 'v2', name)
    for (const set of sets) t.ok(json.sets.includes(set), name)
  }
  for (const set of json.sets)
    t.ok(
      json.defects.some(({ sets }: { sets: string[] }) => sets.includes(set)),
      set,
    )
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

t.test(
  'a list on a board with all defects and many tasks reads them a few times, however many pages they have',
  async (t) => {
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
  },
)

t.test('paths of boards do not include the catalogue (decision 71)', async (t) => {
  const service = await startService(t)
  const { id, send } = await createBoard(service)
  t.equal((await send('GET /defects')).status, 404)
  t.equal((await sendToHost(service, id)('GET /defects')).status, 404)
})
