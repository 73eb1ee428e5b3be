import t from 'tap'
import { multipart, NO_FAULTS, startService } from '../helper.js'
import { findForeignMarks, markOf } from '../load.js'
import { makeBoard, TASK } from './board.js'

const LOGIN = { json: { username: 'admin', password: 'admin123' } }

t.test('50 boards with clients at work: no answer holds anything of another board', async (t) => {
  const service = await startService(t, { rates: NO_FAULTS })
  const boards = await Promise.all(
    Array.from({ length: 50 }, (_, index) => makeBoard(service, { name: `board-${index}` })),
  )
  await service.createTask({ title: markOf('default'), labels: [markOf('default')] })

  /** Fails where an answer speaks of another board than that with this mark. */
  async function ask(index: number | 'default', request: string, options: object = {}) {
    const send = index === 'default' ? service.send : (boards[index] as (typeof boards)[number]).send
    const reply = await send(request, options)
    const foreign = findForeignMarks(String(reply.bytes), index)
    if (foreign.length > 0) t.fail(`${request} of ${index} tells of ${foreign}`)
    return reply
  }

  async function work(index: number): Promise<void> {
    const mark = markOf(index)
    for (let round = 1; round <= 10; round++) {
      const created = await ask(index, 'POST /api/v1/tasks', {
        json: { ...TASK, title: mark, description: mark, labels: [mark] },
      })
      t.equal(created.json.id, round, `board ${index} counts for itself`)
      const path = `/api/v1/tasks/${round}`
      t.equal((await ask(index, `POST ${path}/comments`, { json: { text: mark } })).json.id, round)
      const upload = multipart([{ fileName: `${mark}.txt`, content: mark }])
      t.equal((await ask(index, `POST ${path}/attachments`, upload)).json[0].id, round)
      const [list, found, summary, file, other] = await Promise.all([
        ask(index, 'GET /api/v1/tasks?size=100'),
        ask(index, `GET /api/v1/tasks?search=${mark}`),
        ask(index, 'GET /api/v1/tasks/summary'),
        ask(index, `GET ${path}/attachments/${round}`),
        ask(index, 'GET /api/v1/tasks?search=mark-'),
        ask('default', 'GET /api/v1/tasks?size=100'),
        ask(index, 'GET /api/buggy/tasks?sort=title'),
      ])
      t.equal(list.json.totalElements, round)
      t.equal(found.json.totalElements, round)
      t.equal(summary.json.totalTasks, round)
      t.equal(String(file.bytes), mark)
      t.equal(other.json.totalElements, round)
      await ask(index, `PUT ${path}`, { json: { ...TASK, title: `${mark} again`, status: 'DONE' } })
    }
    t.match((await ask(index, 'GET /api/v1/tasks/summary')).json, { totalTasks: 10, doneTasks: 10 })
  }

  await Promise.all(boards.map((_, index) => work(index)))
  t.match((await ask('default', 'GET /api/v1/tasks')).json, { totalElements: 1 })
})

t.test('tokens and sessions of one board are worth nothing on another', async (t) => {
  const service = await startService(t)
  const [one, other] = [await makeBoard(service), await makeBoard(service)]
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
  t.equal((await one.send('GET /api/v2/auth/me', { token })).status, 200, 'and are as good as before at home')
  t.equal((await one.send('POST /api/v2/auth/refresh', { json: { refreshToken } })).status, 200)
  t.equal((await service.send('GET /api/v2/auth/me', { token: ofDefault })).status, 200)
})

t.test('what is kept of the answers of one board is not given to another', async (t) => {
  const service = await startService(t)
  const [one, other] = [await makeBoard(service), await makeBoard(service)]
  await one.send('POST /api/v1/tasks', { json: { ...TASK, title: 'of one' } })
  await other.send('POST /api/v1/tasks', { json: { ...TASK, title: 'of other' } })
  for (let count = 0; count < 3; count++) {
    t.equal((await one.send('GET /api/v1/tasks/1')).json.title, 'of one')
    t.equal((await other.send('GET /api/v1/tasks/1')).json.title, 'of other')
    t.equal((await service.send('GET /api/v1/tasks/1')).status, 404)
  }
})

t.test('a file that a browser could run is never shown in the place of the service', async (t) => {
  const service = await startService(t)
  const board = await makeBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  const files = [
    { fileName: 'a.html', type: 'text/html', content: '<script>fetch("/boards")</script>' },
    { fileName: 'a.svg', type: 'image/svg+xml', content: '<svg onload="alert(1)" />' },
  ]
  await board.send('POST /api/v1/tasks/1/attachments', multipart(files))
  for (const [index, { content }] of files.entries()) {
    const { headers, bytes } = await board.send(`GET /api/v1/tasks/1/attachments/${index + 1}`)
    t.equal(String(bytes), content)
    t.match(headers['content-disposition'], /^attachment/)
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.match(headers['content-security-policy'], /default-src 'none'/)
    t.equal(headers['referrer-policy'], 'no-referrer')
  }
})
