import t, { type Test } from 'tap'
import { BoardFull } from '../../../src/contract/errors.js'
import { ADMIN_TOKEN, TASK } from '../../kit/board.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import type { Json } from '../../kit/helper.js'
import { createBoard, EVERY_SECOND, startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

/** Starts a service with a class whose store can fail. */
async function start(t: Test, input: object = {}, options: object = {}) {
  const store = await openEmptyStore()
  return { store, ...(await startClass(t, input, { store, ...options })) }
}

t.test('a reset whose content does not fit changes no board (decision 106)', async (t) => {
  const { store, service, trainer, onBoard } = await start(t)
  const own = await createBoard(service)
  await own.send('POST /api/v1/tasks', { json: TASK })
  const snapshot = (await own.asOwner('GET /snapshot')).json
  await onBoard(0, 'POST /api/v1/tasks', { json: { ...TASK, title: 'Of a learner' } })
  const broken = breakMethod(store, 'replaceContent', new BoardFull(1, 'tasks'))
  t.equal((await trainer('POST /reset', { json: { snapshot } })).status, 507)
  t.equal((await onBoard(0, 'GET /api/v1/tasks')).json.content[0].title, 'Of a learner')
  broken.repair()
  t.equal((await trainer('POST /reset', { json: { snapshot } })).status, 204)
})

t.test('a new exercise starts on all boards or on none, and can be repeated (decision 104)', async (t) => {
  const { store, trainer, onBoard, dashboard } = await start(t, {
    fixture: 'demo',
    exercise: { faults: EVERY_SECOND },
  })
  const happened = async () => (await dashboard()).boards.map(({ total }: Json) => total.happened)
  await Promise.all([0, 1].map((index) => onBoard(index, 'GET /api/buggy/tasks/1', { unchecked: true })))
  t.same(await happened(), [1, 1])
  const broken = breakMethod(store, 'configureClassExercise')
  const json = { startsAt: minute(1), faults: EVERY_SECOND }
  t.equal((await trainer('PUT /exercise', { json })).status, 503)
  t.same(await happened(), [1, 1])
  broken.repair()
  t.equal((await trainer('PUT /exercise', { json })).status, 200)
  t.same(await happened(), [0, 0])
})

t.test('an exercise that starts in the past begins without earlier claims (decision 100)', async (t) => {
  const { trainer, onBoard, dashboard } = await startClass(t, {
    fixture: 'demo',
    exercise: { faults: EVERY_SECOND },
  })
  await onBoard(0, 'GET /api/buggy/tasks/1', { unchecked: true })
  t.equal((await trainer('PUT /exercise', { json: { startsAt: minute(-60) } })).status, 200)
  t.equal((await dashboard()).boards[0].total.happened, 0)
})

t.test('boards that cannot be filled are not added, and adding them can be repeated', async (t) => {
  const { store, trainer, dashboard } = await start(t)
  const broken = breakMethod(store, 'resetBoard')
  const json = { names: ['Alan'], fixture: 'demo' }
  t.equal((await trainer('POST /boards', { json })).status, 503)
  t.equal((await dashboard()).boards.length, 2)
  broken.repair()
  t.equal((await trainer('POST /boards', { json })).status, 201)
})

t.test('invalid classes and boards do not count towards the limit of boards (decision 110)', async (t) => {
  const { service, trainer, join } = await startClass(t, {}, { boardsPerHour: 3 })
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await service.send('POST /classes', { json: { name: 'x', count: 1, defects: ['no-such-defect'] } })
    t.equal(reply.status, 400)
  }
  t.equal((await join('Ada')).status, 200)
  t.equal((await trainer('POST /boards', { json: { names: ['Ada'] } })).status, 409)
  t.equal((await trainer('POST /boards', { json: { count: 1 } })).status, 201)
  t.equal((await trainer('POST /boards', { json: { count: 1 } })).status, 429)
})

t.test('only boards with a learner have a personal code (decision 109)', async (t) => {
  const { trainer, boards, join } = await startClass(t)
  const reply = await trainer(`POST /boards/${boards[0].id}/code`)
  t.match(reply, { status: 409, json: { message: 'The board has no learner' } })
  t.equal((await join('Ada')).status, 200)
  t.equal((await join('Grace')).status, 200, 'both boards are free for learners')
  t.match(await join('Alan'), { status: 409, json: { message: /^All boards of the class are taken/ } })
})

t.test('a name that is not on the list of the class is refused with a reason (decision 103)', async (t) => {
  const { join } = await startClass(t, { count: undefined, names: ['Ada', 'Grace'] })
  t.match(await join('Bob'), { status: 409, json: { message: /name that your trainer has entered/ } })
})

t.test('requests of trainers and loads of pages are no activity of learners (decisions 105 and 116)', async (t) => {
  const { service, dashboard, boards, token } = await startClass(t, {}, { adminToken: ADMIN_TOKEN })
  service.clock.now += MINUTE
  const { id } = boards[0]
  await service.send(`GET /boards/${id}/claims`, { token })
  const ofPage = { headers: { 'x-request-id': 'board-page:1' } }
  await service.send(`GET /b/${id}/api/v1/tasks`, ofPage)
  await service.send(`GET /b/${id}/api/v2/openapi.json`, { ...ofPage, unchecked: true })
  t.match((await dashboard()).boards[0], { lastActivity: null, requests: 0 })
  // Only what a page loads is left out.
  await service.send(`DELETE /b/${id}/api/v1/tasks`, ofPage)
  await service.send(`GET /b/${id}/api/buggy/tasks/summary`, { ...ofPage, unchecked: true })
  t.match((await dashboard()).boards[0], { lastActivity: minute(1), requests: 2 })
})

t.test('defects that a class gets again start without their notes', async (t) => {
  const { store, trainer, boards } = await start(t, { defects: ['size-ignored'] })
  const [{ id }] = boards
  await store.addDefectNotes(id, 'size-ignored', ['note'], 9)
  for (const defects of [[], ['size-ignored']]) await trainer('PUT /defects', { json: { defects } })
  t.same((await store.readState(id)).defects, { 'size-ignored': [] })
})
