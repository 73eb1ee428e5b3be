import t from 'tap'
import { createBoard, LOGIN, sendToHost, TASK, type TestBoard } from '../../kit/board.js'
import { multipart, ownStore, startService } from '../../kit/helper.js'
import { findForeignMarks, markOf } from '../../kit/load.js'

t.test('under load on 12 boards, no response contains data of another board', async (t) => {
  const service = await startService(t, await ownStore())
  const boards = await Promise.all(
    Array.from({ length: 12 }, (_, index) => createBoard(service, { name: `board-${index}` })),
  )
  await service.createTask({ title: markOf('default'), labels: [markOf('default')] })

  /** Half of the boards are addressed by path, the others by host. */
  function senderOf(index: number | 'default') {
    if (index === 'default') return service.send
    const { id, send } = boards[index] as TestBoard
    return index % 2 === 0 ? send : sendToHost(service, id)
  }

  /** Sends a request, and fails if the response contains the mark of another board. */
  async function send(index: number | 'default', request: string, options: object = {}) {
    const reply = await senderOf(index)(request, options)
    const foreign = findForeignMarks(String(reply.bytes), index)
    if (foreign.length > 0) t.fail(`${request} of ${index} contains ${foreign}`)
    return reply
  }

  async function work(index: number): Promise<void> {
    const mark = markOf(index)
    for (let round = 1; round <= 5; round++) {
      const created = await send(index, 'POST /api/v1/tasks', {
        json: { ...TASK, title: mark, description: mark, labels: [mark] },
      })
      t.equal(created.json.id, round, `board ${index} has its own ids`)
      const path = `/api/v1/tasks/${round}`
      t.equal((await send(index, `POST ${path}/comments`, { json: { text: mark } })).json.id, round)
      const upload = multipart([{ fileName: `${mark}.txt`, content: mark }])
      t.equal((await send(index, `POST ${path}/attachments`, upload)).json[0].id, round)
      const [list, found, summary, file, other] = await Promise.all([
        send(index, 'GET /api/v1/tasks?size=100'),
        send(index, `GET /api/v1/tasks?search=${mark}`),
        send(index, 'GET /api/v1/tasks/summary'),
        send(index, `GET ${path}/attachments/${round}`),
        send(index, 'GET /api/v1/tasks?search=mark-'),
        send('default', 'GET /api/v1/tasks?size=100'),
        send(index, 'GET /api/buggy/tasks?sort=title'),
      ])
      t.equal(list.json.totalElements, round)
      t.equal(found.json.totalElements, round)
      t.equal(summary.json.totalTasks, round)
      t.equal(String(file.bytes), mark)
      t.equal(other.json.totalElements, round)
      await send(index, `PUT ${path}`, { json: { ...TASK, title: `${mark} again`, status: 'DONE' } })
    }
    t.match((await send(index, 'GET /api/v1/tasks/summary')).json, { totalTasks: 5, doneTasks: 5 })
  }

  await Promise.all(boards.map((_, index) => work(index)))
  t.match((await send('default', 'GET /api/v1/tasks')).json, { totalElements: 1 })
})

t.test('rejects tokens and sessions of another board', async (t) => {
  const service = await startService(t)
  const [one, other] = [await createBoard(service), await createBoard(service)]
  const { token, refreshToken } = (await one.send('POST /api/v2/auth/login', LOGIN)).json
  const { token: ofDefault, refreshToken: refreshOfDefault } = await service.login()
  t.equal((await one.send('GET /api/v2/tasks', { token })).status, 200)
  for (const [send, stranger] of [
    [other.send, token],
    [service.send, token],
    [one.send, ofDefault],
  ] as const) {
    for (const request of ['GET /api/v2/tasks', 'DELETE /api/v2/tasks', 'POST /api/v2/auth/logout']) {
      t.equal((await send(request, { token: stranger })).status, 403, request)
    }
  }
  for (const [send, stranger] of [
    [other.send, refreshToken],
    [service.send, refreshToken],
    [one.send, refreshOfDefault],
  ] as const) {
    t.equal((await send('POST /api/v2/auth/refresh', { json: { refreshToken: stranger } })).status, 403)
  }
  t.equal((await one.send('GET /api/v2/auth/me', { token })).status, 200, 'the session is still valid on its own board')
  t.equal((await one.send('POST /api/v2/auth/refresh', { json: { refreshToken } })).status, 200)
  t.equal((await service.send('GET /api/v2/auth/me', { token: ofDefault })).status, 200)
})
