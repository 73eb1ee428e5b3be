import t from 'tap'
import { type Json, type Service, START, startService } from '../helper.js'
import { addAttachment, addComment, column, getTask } from './board.js'
import { aTask } from './expect.js'

const FULL = {
  title: 'Before',
  description: 'Text',
  status: 'TODO',
  priority: 'HIGH',
  dueDate: '2026-04-30',
  labels: ['a', 'b'],
  checklistItems: [{ text: 'one', done: true }],
}

async function replace(service: Service, id: number, values: object): Promise<Json> {
  const json = { title: 'After', status: 'TODO', ...values }
  return (await service.send(`PUT /api/v1/tasks/${id}`, { json })).json
}

t.test('PUT keeps createdAt, refreshes updatedAt and replaces the other values (decision 19)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  service.clock.now = START + 90_000
  const reply = await service.send(`PUT /api/v1/tasks/${id}`, { json: { ...FULL, title: 'After' } })
  t.equal(reply.status, 200)
  t.strictSame(
    reply.json,
    aTask({
      ...FULL,
      title: 'After',
      checklistItems: [{ id: reply.json.checklistItems[0].id, text: 'one', done: true }],
      updatedAt: '2026-03-02T08:31:30Z',
    }),
  )
  t.strictSame(await getTask(service, id), reply.json, 'the new values are stored')
})

t.test('optional fields that are omitted or null fall back to their defaults (decision 19)', async (t) => {
  const service = await startService(t)
  const nulls = { description: null, priority: null, dueDate: null, labels: null, checklistItems: null }
  for (const values of [{}, nulls]) {
    const { id, sortOrder } = await service.createTask(FULL)
    t.strictSame(await replace(service, id, values), aTask({ id, title: 'After', sortOrder }))
  }
})

t.test('PUT keeps comments and attachments, also when the body has others (decision 19)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = await addComment(service, id)
  const { attachment, path } = await addAttachment(service, id)
  const expected = aTask({ id, title: 'After', comments: [comment], attachments: [attachment] })
  t.strictSame(await replace(service, id, {}), expected)
  t.strictSame(await replace(service, id, { comments: [], attachments: [] }), expected)
  t.strictSame(await replace(service, id, { comments: [{ ...comment, text: 'Other' }] }), expected)
  t.equal((await service.send(`GET ${path}`)).bytes.toString(), 'abc')
})

t.test('a task can be sent back as received, and only updatedAt changes (decision 4)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask(FULL)
  await addComment(service, id)
  await addAttachment(service, id)
  const before = await getTask(service, id)
  service.clock.now = START + 1000
  const { status, json } = await service.send(`PUT /api/v1/tasks/${id}`, { json: before })
  t.equal(status, 200)
  t.strictSame(json, { ...before, updatedAt: '2026-03-02T08:30:01Z' })
})

t.test('a task stays in place, or goes to the end of another column (decisions 18, 19 and 21)', async (t) => {
  const service = await startService(t)
  for (const status of ['TODO', 'TODO', 'TODO', 'DONE', 'DONE']) await service.createTask({ status })
  t.equal((await replace(service, 2, {})).sortOrder, 1)
  t.strictSame(await column(t, service, 'TODO'), [1, 2, 3])
  for (const [id, status, todo, done] of [
    [1, 'DONE', [2, 3], [4, 5, 1]],
    [5, 'IN_PROGRESS', [2, 3], [4, 1]],
    [5, 'DONE', [2, 3], [4, 1, 5]],
    [4, 'TODO', [2, 3, 4], [1, 5]],
    [2, 'IN_PROGRESS', [3, 4], [1, 5]],
    [2, 'TODO', [3, 4, 2], [1, 5]],
  ] as const) {
    t.equal((await replace(service, id, { status })).status, status)
    t.strictSame(await column(t, service, 'TODO'), todo, `${id} to ${status}`)
    t.strictSame(await column(t, service, 'DONE'), done, `${id} to ${status}`)
  }
})

t.test('updatedAt never goes back when the clock does (decision 22)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  service.clock.now = START - 3_600_000
  const { createdAt, updatedAt } = await replace(service, id, {})
  t.strictSame([createdAt, updatedAt], ['2026-03-02T08:30:00Z', '2026-03-02T08:30:00Z'])
})

t.test('comments and attachments do not change updatedAt of their task (decision 22)', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  const path = `/api/v1/tasks/${task.id}`
  service.clock.now = START + 60_000
  const { id } = await addComment(service, task.id)
  await service.send(`PUT ${path}/comments/${id}`, { json: { text: 'Changed' } })
  await service.send(`DELETE ${path}/comments/${id}`)
  const attachment = await addAttachment(service, task.id)
  await service.send(`DELETE ${attachment.path}`)
  t.strictSame(await getTask(service, task.id), task)
})

t.test('a refused PUT changes nothing and creates nothing', async (t) => {
  const service = await startService(t)
  const task = await service.createTask(FULL)
  service.clock.now = START + 60_000
  const json = { title: 'After', status: 'done' }
  t.equal((await service.send(`PUT /api/v1/tasks/${task.id}`, { json })).status, 400)
  t.equal((await service.send('PUT /api/v1/tasks/999', { json: FULL })).status, 404)
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [task])
})

t.test('an item with the text of an existing one keeps its id, each at most once (decision 19)', async (t) => {
  const service = await startService(t)
  const { id, checklistItems } = await service.createTask({
    checklistItems: [{ text: 'a', done: true }, { text: 'b' }, { text: 'a' }],
  })
  const [firstA, b, secondA] = checklistItems
  const sent = [{ text: 'b', done: true }, { id: 77, text: 'a' }, { text: 'A' }, { text: 'a' }, { text: 'a' }]
  const after: Json[] = (await replace(service, id, { checklistItems: sent })).checklistItems
  const newIds = [after[2].id, after[4].id]
  t.strictSame(after, [
    { ...b, done: true },
    { ...firstA, done: false },
    { id: newIds[0], text: 'A', done: false },
    secondA,
    { id: newIds[1], text: 'a', done: false },
  ])
  t.equal(new Set(after.map((item) => item.id)).size, sent.length, 'no id occurs twice')
})

t.test('ids of checklist items are never reused (decision 21)', async (t) => {
  const service = await startService(t)
  const items = (...texts: string[]) => ({ checklistItems: texts.map((text) => ({ text })) })
  const ids: number[] = []
  const collect = (task: Json) => ids.push(...task.checklistItems.map((item: Json) => item.id))
  const first = await service.createTask(items('a', 'b'))
  collect(first)
  collect(await service.createTask(items('a')))
  await replace(service, first.id, {})
  collect(await replace(service, first.id, items('a')))
  await service.send('DELETE /api/v1/tasks')
  collect(await service.createTask(items('a')))
  t.equal(new Set(ids).size, 5)
})
