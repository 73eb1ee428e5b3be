import t from 'tap'
import { expectError } from '../expect-error.js'
import { START, startService } from '../helper.js'

const CREATED_AT = '2026-03-02T08:30:00Z'

t.test('decision 23: creating a comment answers 201 with the comment, and the task shows it', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  const reply = await service.send(`POST /api/v1/tasks/${task.id}/comments`, { json: { text: 'First' } })
  t.equal(reply.status, 201)
  t.type(reply.json.id, 'number')
  t.strictSame(reply.json, {
    id: reply.json.id,
    text: 'First',
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  })
  t.strictSame((await service.send(`GET /api/v1/tasks/${task.id}`)).json, { ...task, comments: [reply.json] })
})

t.test('decision 23: comments are shown in the order in which they were written', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const texts = ['c', 'a', 'b', 'a']
  for (const text of texts) await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text } })
  const [shown] = (await service.send('GET /api/v1/tasks')).json.content
  t.strictSame(
    shown.comments.map(({ text }: { text: string }) => text),
    texts,
  )
  const ids = shown.comments.map(({ id }: { id: number }) => id)
  t.equal(new Set(ids).size, texts.length, 'every comment has an id of its own')
})

t.test('decision 23: updating a comment keeps createdAt and refreshes updatedAt', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Old' } })).json
  service.clock.now = START + 61_999
  const reply = await service.send(`PUT /api/v1/tasks/${id}/comments/${comment.id}`, {
    json: { text: 'New' },
  })
  t.equal(reply.status, 200)
  t.strictSame(reply.json, { ...comment, text: 'New', updatedAt: '2026-03-02T08:31:01Z' })
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [reply.json])
})

t.test('decision 22: updatedAt of a comment never goes back when the clock does', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Old' } })).json
  service.clock.now = START - 3_600_000
  const reply = await service.send(`PUT /api/v1/tasks/${id}/comments/${comment.id}`, {
    json: { text: 'New' },
  })
  t.strictSame(reply.json, { ...comment, text: 'New' })
})

t.test('decision 23: deleting a comment answers 204 and removes it alone', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const first = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: '1' } })).json
  const second = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: '2' } })).json
  const reply = await service.send(`DELETE /api/v1/tasks/${id}/comments/${first.id}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [second])
  const path = `/api/v1/tasks/${id}/comments/${first.id}`
  expectError(t, await service.send(`DELETE ${path}`), {
    status: 404,
    path,
    message: `Comment not found with id: ${first.id}`,
  })
})

t.test('decision 21: the id of a deleted comment is not given again', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const first = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: '1' } })).json
  await service.send(`DELETE /api/v1/tasks/${id}/comments/${first.id}`)
  const second = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: '2' } })).json
  t.ok(second.id > first.id)
})

t.test("decision 22: comments leave the task's updatedAt alone", async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  service.clock.now = START + 60_000
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: '1' } })).json
  t.equal(comment.createdAt, '2026-03-02T08:31:00Z')
  await service.send(`PUT /api/v1/tasks/${id}/comments/${comment.id}`, { json: { text: '2' } })
  t.equal((await service.send(`GET /api/v1/tasks/${id}`)).json.updatedAt, CREATED_AT)
  await service.send(`DELETE /api/v1/tasks/${id}/comments/${comment.id}`)
  t.equal((await service.send(`GET /api/v1/tasks/${id}`)).json.updatedAt, CREATED_AT)
})

t.test('decisions 8 and 9: a text of 1 to 1000 code points is stored as it was sent', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const texts = [
    'x',
    'x'.repeat(1000),
    '😀'.repeat(1000),
    'e\u0301 é',
    '  padded\t\n',
    `${' '.repeat(999)}x`,
    '<b>&amp;</b> "\'\\',
    "'; DROP TABLE comment; --",
    '\u0001\u007f\u2028\ufeffx',
    '__proto__',
  ]
  for (const text of texts) {
    const created = await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text } })
    t.equal(created.status, 201)
    t.equal(created.json.text, text)
    const updated = await service.send(`PUT /api/v1/tasks/${id}/comments/${created.json.id}`, {
      json: { text },
    })
    t.equal(updated.status, 200)
    t.equal(updated.json.text, text)
  }
  const { comments } = (await service.send(`GET /api/v1/tasks/${id}`)).json
  t.strictSame(
    comments.map(({ text }: { text: string }) => text),
    texts,
  )
})

t.test('decision 4: unknown and read-only fields of a comment are ignored', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const body =
    '{"id":99,"text":"x","createdAt":"2000-01-01T00:00:00Z","updatedAt":5,"author":"me",' +
    '"__proto__":{"text":5},"constructor":{"prototype":1}}'
  const headers = { 'content-type': 'application/json' }
  const created = await service.send(`POST /api/v1/tasks/${id}/comments`, { headers, body })
  t.equal(created.status, 201)
  t.not(created.json.id, 99)
  t.strictSame(created.json, {
    id: created.json.id,
    text: 'x',
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  })
  const back = await service.send(`PUT /api/v1/tasks/${id}/comments/${created.json.id}`, {
    json: { ...created.json, text: 'y' },
  })
  t.strictSame(back.json, { ...created.json, text: 'y' })
})

t.test('decision 19: comments stay when their task is replaced or moved', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${task.id}/comments`, { json: { text: 'x' } })).json
  const json = { title: 'Other', status: 'DONE', comments: [] }
  t.strictSame((await service.send(`PUT /api/v1/tasks/${task.id}`, { json })).json.comments, [comment])
  await service.send(`POST /api/v1/tasks/${task.id}/reorder`, {
    json: { targetStatus: 'TODO', targetIndex: 0 },
  })
  t.strictSame((await service.send(`GET /api/v1/tasks/${task.id}`)).json.comments, [comment])
})

t.test('section 4: deleting a task deletes its comments', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'x' } })).json
  await service.send(`DELETE /api/v1/tasks/${id}`)
  t.equal((await service.send(`DELETE /api/v1/tasks/${id}/comments/${comment.id}`)).status, 404)
  const other = await service.createTask()
  t.strictSame(other.comments, [])
})

t.test('decision 1: comments are the same through every variant', async (t) => {
  const service = await startService(t)
  const { token } = await service.login('user', 'user123')
  const { id } = await service.createTask()
  const path = `tasks/${id}/comments`
  const created = await service.send(`POST /api/v2/${path}`, { token, json: { text: 'v2' } })
  t.equal(created.status, 201)
  const updated = await service.send(`PUT /api/buggy/${path}/${created.json.id}`, { json: { text: 'buggy' } })
  t.equal(updated.status, 200)
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [updated.json])
  t.equal((await service.send(`DELETE /api/v1/${path}/${created.json.id}`)).status, 204)
  t.strictSame((await service.send(`GET /api/v2/tasks/${id}`, { token })).json.comments, [])
})

t.test('section 5: comments of v2 need a token', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = `/api/v2/tasks/${id}/comments`
  for (const request of [`POST ${path}`, `PUT ${path}/1`]) {
    t.equal((await service.send(request, { json: { text: '' } })).status, 403, request)
  }
  t.equal((await service.send(`DELETE ${path}/1`)).status, 403)
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [])
})
