import t, { type Test } from 'tap'
import { type Json, multipart, type Service, START, startService } from '../helper.js'
import { aTask, column, expectError, getTask } from './expect.js'

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

t.test('section 2, rule 2: PUT keeps createdAt, refreshes updatedAt and replaces the rest', async (t) => {
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
  t.strictSame(await getTask(service, id), reply.json, 'it is stored')
})

t.test('decision 19: omitted and null optional fields fall back to their defaults', async (t) => {
  const service = await startService(t)
  const nothing = { description: null, priority: null, dueDate: null, labels: null, checklistItems: null }
  for (const values of [{}, nothing]) {
    const { id, sortOrder } = await service.createTask(FULL)
    t.strictSame(await replace(service, id, values), aTask({ id, title: 'After', sortOrder }))
  }
})

t.test('decision 19: comments and attachments stay, also when other ones are sent', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const { json: comment } = await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Hi' } })
  const upload = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'abc' }])
  const { json: attachments } = await service.send(`POST /api/v1/tasks/${id}/attachments`, upload)
  const expected = aTask({ id, title: 'After', comments: [comment], attachments })
  t.strictSame(await replace(service, id, {}), expected)
  t.strictSame(await replace(service, id, { comments: [], attachments: [] }), expected)
  t.strictSame(await replace(service, id, { comments: [{ ...comment, text: 'Other' }] }), expected)
})

t.test('decision 4: a whole answer can be sent back and changes nothing but updatedAt', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask(FULL)
  await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Hi' } })
  await service.send(`POST /api/v1/tasks/${id}/attachments`, multipart([{ fileName: 'a', content: 'abc' }]))
  const before = await getTask(service, id)
  service.clock.now = START + 1000
  const { status, json } = await service.send(`PUT /api/v1/tasks/${id}`, { json: before })
  t.equal(status, 200)
  t.strictSame(json, { ...before, updatedAt: '2026-03-02T08:30:01Z' })
})

t.test(
  'decision 19: with the same status the task keeps its place, with another it goes to the end',
  async (t) => {
    const service = await startService(t)
    for (const status of ['TODO', 'TODO', 'TODO', 'DONE', 'DONE']) await service.createTask({ status })
    t.equal((await replace(service, 2, {})).sortOrder, 1)
    t.strictSame(await column(t, service, 'TODO'), [1, 2, 3])
    t.equal((await replace(service, 1, { status: 'DONE' })).sortOrder, 2)
    t.strictSame(await column(t, service, 'TODO'), [2, 3], 'the gap closes')
    t.strictSame(await column(t, service, 'DONE'), [4, 5, 1])
    t.equal((await replace(service, 5, { status: 'IN_PROGRESS' })).sortOrder, 0)
    t.strictSame(await column(t, service, 'DONE'), [4, 1])
  },
)

t.test('decision 21: any status may follow any status', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = ['DONE', 'TODO', 'IN_PROGRESS', 'TODO', 'TODO', 'DONE', 'DONE', 'IN_PROGRESS', 'IN_PROGRESS']
  for (const status of [...path, 'DONE', 'IN_PROGRESS']) {
    t.equal((await replace(service, id, { status })).status, status)
  }
})

t.test('decision 22: updatedAt never goes back when the clock does, and createdAt stays', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const updatedAt = async (now: number) => {
    service.clock.now = now
    const task = await replace(service, id, {})
    t.equal(task.createdAt, '2026-03-02T08:30:00Z')
    return task.updatedAt
  }
  t.equal(await updatedAt(START - 3_600_000), '2026-03-02T08:30:00Z', 'not before the creation')
  t.equal(await updatedAt(START + 60_000), '2026-03-02T08:31:00Z')
  t.equal(await updatedAt(START + 30_000), '2026-03-02T08:31:00Z', 'not before the last change')
  t.equal(await updatedAt(START + 61_000), '2026-03-02T08:31:01Z')
})

t.test('decision 22: comments and attachments leave updatedAt as it is', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  const path = `/api/v1/tasks/${task.id}`
  service.clock.now = START + 60_000
  const { json: comment } = await service.send(`POST ${path}/comments`, { json: { text: 'Hi' } })
  await service.send(`PUT ${path}/comments/${comment.id}`, { json: { text: 'Ho' } })
  await service.send(`DELETE ${path}/comments/${comment.id}`)
  const upload = multipart([{ fileName: 'a', content: 'abc' }])
  const { json: attachments } = await service.send(`POST ${path}/attachments`, upload)
  await service.send(`DELETE ${path}/attachments/${attachments[0].id}`)
  t.strictSame(await getTask(service, task.id), task)
})

t.test('section 4: PUT of an unknown task is 404 and creates none', async (t) => {
  const service = await startService(t)
  const reply = await service.send('PUT /api/v1/tasks/999', { json: FULL })
  expectError(t, reply, 404, '/api/v1/tasks/999', 'Task not found with id: 999')
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
})

t.test('section 4: a PUT that is refused changes nothing', async (t) => {
  const service = await startService(t)
  const task = await service.createTask(FULL)
  service.clock.now = START + 60_000
  await service.send(`PUT /api/v1/tasks/${task.id}`, { json: { title: 'After', status: 'done' } })
  t.strictSame(await getTask(service, task.id), task)
})

/** What became of the items a PUT sends: the index of the item of the former list whose id each has, or `new`. */
async function match(t: Test, service: Service, former: object[], sent: object[]) {
  const { id, checklistItems: before } = await service.createTask({ checklistItems: former })
  const { checklistItems: after } = await replace(service, id, { checklistItems: sent })
  const ids: number[] = before.map((item: Json) => item.id)
  t.equal(new Set(after.map((item: Json) => item.id)).size, sent.length, 'no id stands twice')
  return after.map((item: Json) => (ids.includes(item.id) ? ids.indexOf(item.id) : 'new'))
}

const items = (...texts: string[]) => texts.map((text) => ({ text }))

const MATCHES: [string, object[], object[], (number | string)[]][] = [
  ['the same texts', items('a', 'b'), items('a', 'b'), [0, 1]],
  ['a new text', items('a', 'b'), items('a', 'c', 'b'), [0, 'new', 1]],
  ['another order', items('a', 'b', 'c'), items('c', 'a', 'b'), [2, 0, 1]],
  ['fewer items', items('a', 'b', 'c'), items('c'), [2]],
  ['other texts', items('a', 'b'), items('A', ' b', 'b '), ['new', 'new', 'new']],
  ['another normalisation', items('\u00e9'), items('e\u0301'), ['new']],
  ['twins', items('a', 'a'), items('a', 'a'), [0, 1]],
  ['one of two twins', items('a', 'a'), items('a'), [0]],
  ['one twin more', items('a', 'a'), items('a', 'a', 'a'), [0, 1, 'new']],
  ['twins between others', items('x', 'a', 'y', 'a'), items('a', 'x', 'a'), [1, 0, 3]],
  ['another done', [{ text: 'a', done: false }], [{ text: 'a', done: true }], [0]],
  [
    'ids that are sent',
    items('a', 'b'),
    [
      { id: 2, text: 'a' },
      { id: 77, text: 'b' },
    ],
    [0, 1],
  ],
]

t.test('decision 19: a checklist item with exactly the text of an existing one keeps that id', async (t) => {
  const service = await startService(t)
  for (const [name, former, sent, expected] of MATCHES) {
    t.strictSame(await match(t, service, former, sent), expected, name)
  }
})

t.test('decision 19: an item that keeps its id takes the new done and place', async (t) => {
  const service = await startService(t)
  const { id, checklistItems } = await service.createTask({
    checklistItems: [{ text: 'a', done: true }, { text: 'b' }],
  })
  const [a, b] = checklistItems
  const sent = [{ text: 'b', done: true }, { text: 'a' }]
  t.strictSame((await replace(service, id, { checklistItems: sent })).checklistItems, [
    { ...b, done: true },
    { ...a, done: false },
  ])
})

t.test('decision 21: ids of checklist items are never reused, and are of no other task', async (t) => {
  const service = await startService(t)
  const first = await service.createTask({ checklistItems: items('a', 'b') })
  const ids: number[] = first.checklistItems.map((item: Json) => item.id)
  const second = await service.createTask({ checklistItems: items('a') })
  ids.push(second.checklistItems[0].id)
  await replace(service, first.id, {})
  const again = await replace(service, first.id, { checklistItems: items('a') })
  ids.push(again.checklistItems[0].id)
  await service.send('DELETE /api/v1/tasks')
  ids.push((await service.createTask({ checklistItems: items('a') })).checklistItems[0].id)
  t.equal(new Set(ids).size, 5)
})
