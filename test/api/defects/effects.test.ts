import t from 'tap'
import { ADMIN_TOKEN, createBoard, startBoard, TASK } from '../../kit/board.js'
import { multipart, startService } from '../../kit/helper.js'
import { openApi } from './api.js'

const ADMIN = { token: ADMIN_TOKEN }

const CREATE = { json: TASK, unchecked: true }

t.test('effects of defects are counted, with their first requests, until others are set (decision 122)', async (t) => {
  const { service, ...board } = await startBoard(t, {}, { defects: ['list-ignores-status', 'put-ignores-status'] })
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

  await list('?status=DONE')
  await board.asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  t.strictSame(await effects(), [])
})

t.test('a defect that changes the values of a request has an effect only if the request succeeds', async (t) => {
  const board = await startBoard(t, {}, { fixture: 'demo', defects: ['title-trimmed'] })
  for (const [id, effects] of [
    [99, []],
    [1, ['title-trimmed']],
  ] as const) {
    await board.send(`PUT /api/v1/tasks/${id}`, { json: { ...TASK, title: ' A task ' }, unchecked: true })
    const { json } = await board.asOwner('GET /defects/effects')
    const defects = json.effects.map(({ defect }: { defect: string }) => defect)
    t.strictSame(defects, effects)
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
  const board = await startBoard(t, {}, { fixture: 'demo', defects: ['file-name-without-extension'] })
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
