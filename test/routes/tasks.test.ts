import t from 'tap'
import { expectError } from '../expect-error.js'
import { START, startService } from '../helper.js'
import { addComment } from './board.js'
import { aTask, NOW } from './expect.js'

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

t.test('a new task has every field, and defaults for those left out (decision 17)', async (t) => {
  const service = await startService(t)
  const reply = await service.send('POST /api/v1/tasks', { json: MINIMAL })
  t.equal(reply.status, 201)
  t.match(reply.headers['content-type'], /^application\/json/)
  t.strictSame(reply.json, aTask({}))
})

t.test('a new task has the values that were sent, alone and in the list (decision 9)', async (t) => {
  const service = await startService(t)
  const { status, json: created } = await service.send('POST /api/v1/tasks', { json: FULL })
  t.equal(status, 201)
  const [first, second] = created.checklistItems
  t.ok(Number.isInteger(first.id) && Number.isInteger(second.id), 'items have ids')
  t.not(first.id, second.id, 'the ids differ')
  t.strictSame(
    created,
    aTask({
      ...FULL,
      checklistItems: [
        { id: first.id, text: 'Outline', done: true },
        { id: second.id, text: 'Draft', done: false },
      ],
    }),
  )
  const read = await service.send(`GET /api/v1/tasks/${created.id}`)
  t.strictSame([read.status, read.json], [200, created])
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [created])
})

t.test('Location is the path of the new task, without the query of the request (decision 22)', async (t) => {
  const service = await startService(t)
  const first = await service.send('POST /api/v1/tasks', { json: MINIMAL })
  t.equal(first.headers.location, '/api/v1/tasks/1')
  const second = await service.send('POST /api/v1/tasks?from=test', { json: MINIMAL })
  t.equal(second.headers.location, '/api/v1/tasks/2')
  t.strictSame((await service.send(`GET ${second.headers.location}`)).json, second.json)
})

t.test('timestamps are truncated to whole seconds (decision 22)', async (t) => {
  const service = await startService(t)
  service.clock.now = START + 999
  const task = await service.createTask()
  t.equal(task.createdAt, NOW)
  t.equal(task.updatedAt, NOW)
})

t.test('a new task has the current time even after the clock was set back (decision 22)', async (t) => {
  const service = await startService(t)
  await service.createTask()
  service.clock.now = START - 60_000
  const task = await service.createTask()
  t.strictSame([task.createdAt, task.updatedAt], ['2026-03-02T08:29:00Z', '2026-03-02T08:29:00Z'])
})

t.test('a new task goes to the end of the column of its status (decision 18)', async (t) => {
  const service = await startService(t)
  const tasks = []
  for (const status of ['TODO', 'DONE', 'TODO', 'IN_PROGRESS', 'DONE', 'TODO']) {
    tasks.push(await service.createTask({ status }))
  }
  t.strictSame(
    tasks.map(({ status, sortOrder }) => [status, sortOrder]),
    [
      ['TODO', 0],
      ['DONE', 0],
      ['TODO', 1],
      ['IN_PROGRESS', 0],
      ['DONE', 1],
      ['TODO', 2],
    ],
  )
})

t.test('deleting a task returns 204, and the gap in its column closes (decision 18)', async (t) => {
  const service = await startService(t)
  const first = await service.createTask()
  const second = await service.createTask()
  const path = `/api/v1/tasks/${first.id}`
  const reply = await service.send(`DELETE ${path}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  const notFound = { status: 404, path, message: `Task not found with id: ${first.id}` }
  for (const method of ['GET', 'DELETE']) expectError(t, await service.send(`${method} ${path}`), notFound)
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [{ ...second, sortOrder: 0 }])
})

t.test('deleting all tasks returns 204 and empties the board, also an empty one', async (t) => {
  const service = await startService(t)
  for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
    const { id } = await service.createTask({ status })
    await addComment(service, id)
  }
  for (const board of ['a full board', 'an empty board']) {
    const reply = await service.send('DELETE /api/v1/tasks')
    t.equal(reply.status, 204, board)
    t.equal(reply.bytes.length, 0)
    t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
  }
  const path = '/api/v1/tasks/1'
  expectError(t, await service.send(`GET ${path}`), {
    status: 404,
    path,
    message: 'Task not found with id: 1',
  })
  t.equal((await service.createTask()).sortOrder, 0, 'positions start at 0 again')
})

t.test('ids are never reused, not even after all tasks are deleted (decision 21)', async (t) => {
  const service = await startService(t)
  const ids = [(await service.createTask()).id, (await service.createTask()).id]
  await service.send(`DELETE /api/v1/tasks/${ids[1]}`)
  ids.push((await service.createTask()).id)
  await service.send('DELETE /api/v1/tasks')
  ids.push((await service.createTask()).id)
  t.strictSame(ids, [1, 2, 3, 4])
})

t.test('the summary counts all tasks and the tasks of each column', async (t) => {
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
})
