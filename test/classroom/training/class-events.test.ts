import t from 'tap'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { ADMIN_TOKEN, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import type { Json } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'
import { asTrainer } from './class.js'
import { openEvents } from './event-client.js'
import { EVERY_SECOND, MINUTE, minute } from './learner.js'

type Stream = Awaited<ReturnType<typeof openEvents>>

t.test('the stream of a class sends the class and every learner, and then the changes (decision 113)', async (t) => {
  const options = { sleep: async () => {}, streams: { roundInterval: 10 }, adminToken: ADMIN_TOKEN }
  const service = await startListening(t, options)
  const { json: created } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', count: 2, fixture: 'demo', exercise: { faults: EVERY_SECOND } },
  })
  const { trainer, onBoard, join, token } = asTrainer(service, created)
  const url = `${service.origin}/classes/${created.id}/events`
  const open = (more: Record<string, string> = {}) => openEvents(t, url, { authorization: `Bearer ${token}`, ...more })
  t.equal((await fetch(url)).status, 401)
  const { next } = await open()
  const { data, id: first } = await next('class')
  t.equal(first, undefined, 'a client that has missed the rest gets everything again')
  t.match(data, { name: 'Testing APIs', boards: created.boards.map(({ id }: Json) => id) })
  t.match((await next('faults')).data[0], { fault: 'slow-response', happened: 0 })
  t.match((await next('learner')).data, { id: created.boards[0].id, joined: false })
  await next('learner')
  await join('Ada')
  t.match((await next('learner')).data, { id: created.boards[0].id, name: 'Ada', joined: true })
  await onBoard(1, 'GET /api/buggy/tasks/1', { unchecked: true })
  const { data: changed, id } = await next('learner')
  t.match(changed, { id: created.boards[1].id, requests: 1, total: { happened: 1 } })
  const again = await open({ 'Last-Event-ID': id })
  await trainer('PATCH ', { json: { frozen: true } })
  t.equal((await again.next('class')).data.frozen, true)
  t.equal((await next('class')).data.frozen, true)
  t.equal(again.received.length, 0, 'only what has changed')
  await trainer('PATCH ', { json: { frozen: false } })
  t.equal((await again.next('class')).data.frozen, false, 'also if the class is again as it was at the reconnect')

  const ofAdmin = await open({ authorization: `Bearer ${ADMIN_TOKEN}` })
  t.equal((await ofAdmin.next('class')).data.frozen, false)
  t.equal((await next('class')).data.frozen, false)
  const { trainerSecret } = (await trainer('POST /secret')).json
  await trainer('PATCH ', { json: { frozen: true }, token: trainerSecret })
  await t.rejects(next('class'), /has ended/, 'a replaced secret ends the stream')
  t.equal((await ofAdmin.next('class')).data.frozen, true, 'but not that of the administrator')
})

t.test('settings of a class are events of all its boards, and those of a board only its own', async (t) => {
  const store = await openEmptyStore()
  const service = await startListening(t, { store, streams: { roundInterval: 10 } })
  const { json: created } = await service.send('POST /classes', { json: { name: 'Testing', count: 2 } })
  const { trainer, onBoard } = asTrainer(service, created)
  const ids: string[] = created.boards.map(({ id }: Json) => id)
  const [one, other] = await Promise.all(ids.map((id) => openEvents(t, `${service.origin}/b/${id}/events`)))
  for (const frozen of [true, false]) {
    await trainer('PATCH ', { json: { frozen } })
    for (const { next } of [one, other] as Stream[]) t.equal((await next('board')).data.frozen, frozen)
  }
  const read = new Set<string>()
  const { listSolved } = store
  store.listSolved = (id) => {
    read.add(id)
    return listSolved(id)
  }
  await onBoard(0, 'POST /api/v1/tasks', { json: TASK })
  await service.app.flushLogs()
  await (one as Stream).next('request')
  t.strictSame([...read], [ids[0]])
})

t.test('the end of the exercise of a class is an event, although nobody has done anything', async (t) => {
  const service = await startListening(t, { streams: { roundInterval: 10 } })
  const { json: created } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', count: 1, exercise: { endsAt: minute(10) } },
  })
  const headers = { authorization: `Bearer ${asTrainer(service, created).token}` }
  const { next } = await openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
  t.equal((await next('class')).data.exercise.state, 'running')
  service.clock.now += 10 * MINUTE
  t.equal((await next('class')).data.exercise.state, 'ended')
})

t.test('the streams of a class that is deleted or has expired end', async (t) => {
  const service = await startListening(t, { streams: { roundInterval: 10 } })
  for (const end of ['delete', 'expire']) {
    const { json: created } = await service.send('POST /classes', { json: { name: 'x', count: 1 } })
    const { trainer, token } = asTrainer(service, created)
    const headers = { authorization: `Bearer ${token}` }
    const ofClass = await openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
    const ofBoard = await openEvents(t, `${service.origin}/b/${created.boards[0].id}/events`)
    await ofClass.next('learner')
    await trainer('PATCH ', { json: { frozen: true } })
    t.equal((await ofBoard.next('board')).data.frozen, true)
    if (end === 'delete') await trainer('DELETE ')
    else service.clock.now += 8 * 24 * 60 * MINUTE
    await Promise.all([ofClass.end, ofBoard.end])
    t.pass(end)
  }
})

t.test('the stream of a class survives a store that does not respond for some time', async (t) => {
  const store = await openEmptyStore()
  const service = await startListening(t, { store, streams: { roundInterval: 10 } })
  const { json: created } = await service.send('POST /classes', { json: { name: 'Testing APIs', count: 1 } })
  const { trainer, token } = asTrainer(service, created)
  const { next } = await openEvents(t, `${service.origin}/classes/${created.id}/events`, {
    authorization: `Bearer ${token}`,
  })
  await next('class')
  const { readClassBoards } = store
  const failed = new Promise<void>((resolve) => {
    store.readClassBoards = async () => {
      resolve()
      throw new StoreUnavailable()
    }
  })
  await trainer('PATCH ', { json: { frozen: true } })
  await failed
  store.readClassBoards = readClassBoards
  t.equal((await next('class')).data.frozen, true)
})
