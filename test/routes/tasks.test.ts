import t from 'tap'
import { START, startService } from '../helper.js'
import { aTask, expectError, getTask, NOW } from './expect.js'

const MINIMAL = { title: 'A task', status: 'TODO' }
const FULL = {
  title: 'Write the report',
  description: 'With figures',
  status: 'IN_PROGRESS',
  priority: 'URGENT',
  dueDate: '2026-04-30',
  labels: ['work', 'writing'],
  checklistItems: [{ text: 'Outline', done: true }, { text: 'Draft' }],
}

t.test('section 2, decision 17: a new task has every field, absent ones with their defaults', async (t) => {
  const service = await startService(t)
  const reply = await service.send('POST /api/v1/tasks', { json: MINIMAL })
  t.equal(reply.status, 201)
  t.match(reply.headers['content-type'], /^application\/json/)
  t.strictSame(reply.json, aTask({}))
})

t.test('section 2, decision 9: a new task holds what was sent', async (t) => {
  const service = await startService(t)
  const reply = await service.send('POST /api/v1/tasks', { json: FULL })
  t.equal(reply.status, 201)
  const [first, second] = reply.json.checklistItems
  t.ok(Number.isInteger(first.id) && Number.isInteger(second.id), 'items have ids')
  t.not(first.id, second.id, 'of their own')
  t.strictSame(
    reply.json,
    aTask({
      ...FULL,
      checklistItems: [
        { id: first.id, text: 'Outline', done: true },
        { id: second.id, text: 'Draft', done: false },
      ],
    }),
  )
})

t.test('section 4: a task is read back, alone and in the list, as it was answered', async (t) => {
  const service = await startService(t)
  const { json: created } = await service.send('POST /api/v1/tasks', { json: FULL })
  const reply = await service.send(`GET /api/v1/tasks/${created.id}`)
  t.equal(reply.status, 200)
  t.strictSame(reply.json, created)
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [created])
})

t.test('section 3: a task begins in the status supplied', async (t) => {
  const service = await startService(t)
  for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
    const { json } = await service.send('POST /api/v1/tasks', { json: { title: 'A task', status } })
    t.equal(json.status, status)
  }
})

t.test('decision 22: Location is the path of the new task, without the query of the request', async (t) => {
  const service = await startService(t)
  const first = await service.send('POST /api/v1/tasks', { json: MINIMAL })
  t.equal(first.headers.location, '/api/v1/tasks/1')
  const second = await service.send('POST /api/v1/tasks?from=test', { json: MINIMAL })
  t.equal(second.headers.location, '/api/v1/tasks/2')
  t.strictSame((await service.send(`GET ${second.headers.location}`)).json, second.json)
})

t.test('decision 22: timestamps are whole seconds, cut off and not rounded', async (t) => {
  const service = await startService(t)
  service.clock.now = START + 999
  const task = await service.createTask()
  t.equal(task.createdAt, NOW)
  t.equal(task.updatedAt, NOW)
})

t.test('decision 18: a new task goes to the end of its own column', async (t) => {
  const service = await startService(t)
  const places = []
  for (const status of ['TODO', 'DONE', 'TODO', 'IN_PROGRESS', 'DONE', 'TODO']) {
    places.push((await service.createTask({ status })).sortOrder)
  }
  t.strictSame(places, [0, 0, 1, 0, 1, 2])
})

t.test('sections 3 and 4: a deleted task is gone', async (t) => {
  const service = await startService(t)
  const first = await service.createTask()
  const second = await service.createTask()
  const reply = await service.send(`DELETE /api/v1/tasks/${first.id}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  const path = `/api/v1/tasks/${first.id}`
  for (const method of ['GET', 'DELETE']) {
    expectError(t, await service.send(`${method} ${path}`), 404, path, `Task not found with id: ${first.id}`)
  }
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [{ ...second, sortOrder: 0 }])
})

t.test('section 1: deleting all tasks empties the board, also an empty one', async (t) => {
  const service = await startService(t)
  for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
    const { id } = await service.createTask({ status })
    await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'A comment' } })
  }
  for (const attempt of ['full', 'empty']) {
    const reply = await service.send('DELETE /api/v1/tasks')
    t.equal(reply.status, 204, `${attempt} board`)
    t.equal(reply.bytes.length, 0)
    t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
  }
  expectError(
    t,
    await service.send('GET /api/v1/tasks/1'),
    404,
    '/api/v1/tasks/1',
    'Task not found with id: 1',
  )
  t.equal((await service.createTask()).sortOrder, 0, 'places begin anew')
})

t.test('decision 21: ids are never reused', async (t) => {
  const service = await startService(t)
  const ids = [(await service.createTask()).id, (await service.createTask()).id]
  await service.send(`DELETE /api/v1/tasks/${ids[1]}`)
  ids.push((await service.createTask()).id)
  await service.send('DELETE /api/v1/tasks')
  ids.push((await service.createTask()).id)
  t.strictSame(ids, [1, 2, 3, 4])
})

t.test('section 4: a request that is refused leaves nothing behind', async (t) => {
  const service = await startService(t)
  await service.send('POST /api/v1/tasks', { json: { ...FULL, title: '' } })
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
})

t.test('section 2: the summary counts the tasks, in all and per column', async (t) => {
  const service = await startService(t)
  const summary = async () => {
    const { status, json } = await service.send('GET /api/v1/tasks/summary')
    t.equal(status, 200)
    return json
  }
  t.strictSame(await summary(), { totalTasks: 0, todoTasks: 0, inProgressTasks: 0, doneTasks: 0 })
  for (const status of ['TODO', 'TODO', 'TODO', 'IN_PROGRESS', 'DONE', 'DONE']) {
    await service.createTask({ status })
  }
  t.strictSame(await summary(), { totalTasks: 6, todoTasks: 3, inProgressTasks: 1, doneTasks: 2 })
  await service.send('DELETE /api/v1/tasks/1')
  await service.send('PUT /api/v1/tasks/2', { json: { title: 'A task', status: 'DONE' } })
  await service.send('POST /api/v1/tasks/4/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } })
  t.strictSame(await summary(), { totalTasks: 5, todoTasks: 1, inProgressTasks: 0, doneTasks: 4 })
  await service.send('DELETE /api/v1/tasks')
  t.strictSame(await summary(), { totalTasks: 0, todoTasks: 0, inProgressTasks: 0, doneTasks: 0 })
})

t.test('decision 22: a new task has the time of the clock, also after it was set back', async (t) => {
  const service = await startService(t)
  await service.createTask()
  service.clock.now = START - 60_000
  const { id } = await service.createTask()
  const task = await getTask(service, id)
  t.strictSame([task.createdAt, task.updatedAt], ['2026-03-02T08:29:00Z', '2026-03-02T08:29:00Z'])
})
