import t from 'tap'
import { ADMIN_TOKEN, createBoard, startBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Json, multipart, startService } from '../../kit/helper.js'

const quota = { tasks: 3, comments: 2, attachmentBytes: 1000 }

t.test('returns 507 if a board has reached its quota, and changes nothing (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const { service, send, asOwner } = await startBoard(t, { store })
  for (const status of ['TODO', 'DONE', 'TODO']) {
    t.equal((await send('POST /api/v1/tasks', { json: { ...TASK, status } })).status, 201)
  }
  const full = await send('POST /api/v1/tasks', { json: TASK })
  t.equal(full.status, 507)
  t.match(full.json, { error: 'Insufficient Storage', message: 'The limit of 3 tasks per board is exceeded' })
  t.equal((await send('POST /api/v1/tasks', { json: { title: '' } })).status, 400)
  await send('DELETE /api/v1/tasks/1')
  t.match((await send('POST /api/v1/tasks', { json: TASK })).json, { id: 4 })

  for (const id of [2, 3])
    t.equal((await send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'x' } })).status, 201)
  const commented = await send('POST /api/v1/tasks/3/comments', { json: { text: 'x' } })
  t.match(commented.json, { status: 507, message: 'The limit of 2 comments per board is exceeded' })
  t.equal((await send('POST /api/v1/tasks/99/comments', { json: { text: 'x' } })).status, 404)

  const upload = (...sizes: number[]) =>
    send(
      'POST /api/v1/tasks/2/attachments',
      multipart(sizes.map((size) => ({ fileName: 'a', content: 'x'.repeat(size) }))),
    )
  t.equal((await upload(600)).status, 201)
  const tooMuch = await upload(300, 101)
  t.match(tooMuch.json, { status: 507, message: 'The limit of 1000 bytes of attachments per board is exceeded' })
  t.equal((await upload(400)).status, 201)
  t.equal((await send('GET /api/v1/tasks/2')).json.attachments.length, 2)

  const { json: snapshot } = await asOwner('GET /snapshot')
  const larger = structuredClone(snapshot)
  larger.tasks.push({ ...larger.tasks[2], id: 5, sortOrder: 2, comments: [], attachments: [] })
  larger.lastIds.task = 5
  t.equal((await asOwner('PUT /snapshot', { json: larger })).status, 507)
  t.equal((await asOwner('PUT /snapshot', { json: snapshot })).status, 204, 'its own snapshot fits')
  t.strictSame((await asOwner('GET /snapshot')).json, snapshot)

  for (let count = 0; count < 5; count++) await service.createTask()
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 5, 'the default board has no quota here')
})

t.test('the default board has a quota if the service is reachable from other machines', async (t) => {
  const store = await openEmptyStore({ private: quota, default: quota })
  const { send } = await startService(t, { store, isLocal: false })
  const unchecked = true
  for (let count = 0; count < 3; count++) await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await send('POST /api/v1/tasks', { json: TASK, unchecked })).status, 507)
  const { responses } = (await send('GET /api/v1/openapi.json')).json.paths['/tasks'].post
  t.ok(responses[429] && responses[507], 'the documents list these statuses')
})

t.test('quotas count what a board holds, however it was added or deleted (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const { send, asOwner } = await startBoard(t, { store })
  const parts = async (name: string) => {
    const { content } = (await send('GET /api/v1/tasks')).json
    return content.flatMap((task: Json) =>
      task[name].map((part: Json) => `/api/v1/tasks/${task.id}/${name}/${part.id}`),
    )
  }
  const deletions: Record<string, () => Promise<unknown>> = {
    async 'each part'() {
      for (const path of [...(await parts('comments')), ...(await parts('attachments'))]) await send(`DELETE ${path}`)
    },
    async 'each task'() {
      for (const { id } of (await send('GET /api/v1/tasks')).json.content) await send(`DELETE /api/v1/tasks/${id}`)
    },
    'all tasks': () => send('DELETE /api/v1/tasks'),
    'a reset': () => asOwner('POST /reset'),
  }
  for (const [deletion, remove] of Object.entries(deletions)) {
    const { id } = (await send('POST /api/v1/tasks', { json: TASK })).json
    const path = `/api/v1/tasks/${id}`
    const comment = () => send(`POST ${path}/comments`, { json: { text: 'x' } })
    const upload = (size: number) =>
      send(`POST ${path}/attachments`, multipart([{ fileName: 'a', content: 'x'.repeat(size) }]))
    t.strictSame([(await comment()).status, (await comment()).status], [201, 201], `2 comments fit after ${deletion}`)
    t.strictSame([(await upload(900)).status, (await upload(100)).status], [201, 201], '1,000 bytes fit')
    for (let attempt = 0; attempt < 2; attempt++) {
      t.strictSame([(await comment()).status, (await upload(1)).status], [507, 507])
      t.match(await store.measure(), { attachmentBytes: 1000 })
      // The same content again.
      await asOwner('PUT /snapshot', { json: (await asOwner('GET /snapshot')).json })
    }
    await remove()
  }
})

t.test('returns 507 if the server has the maximum number of boards (decision 57)', async (t) => {
  const { service, asOwner } = await startBoard(t, { boardsMax: 2, adminToken: ADMIN_TOKEN })
  const { status, json } = await service.send('POST /boards/batch', { json: { count: 2 }, token: ADMIN_TOKEN })
  t.strictSame([status, json.message], [507, 'The limit of 2 boards on this server is exceeded'])
  await createBoard(service)
  t.equal((await service.send('POST /boards')).status, 507)
  await asOwner('DELETE ')
  const atOnce = await Promise.all([service.send('POST /boards'), service.send('POST /boards')])
  t.strictSame(atOnce.map(({ status }) => status).sort(), [201, 507])
})

t.test('neither creates nor resets a board whose fixture exceeds the quota (decision 57)', async (t) => {
  const store = await openEmptyStore({ private: quota })
  const service = await startService(t, { store, adminToken: ADMIN_TOKEN })
  const { status } = await service.send('POST /boards', { json: { fixture: 'demo' } })
  t.equal(status, 507)
  t.equal((await service.send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements, 0)
  const { asOwner, send } = await createBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await asOwner('POST /reset', { json: { fixture: 'demo' } })).status, 507)
  t.match((await send('GET /api/v1/tasks')).json, { totalElements: 1 })
})
