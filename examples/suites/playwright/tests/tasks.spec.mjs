import { expect, test } from './board.mjs'

test('creates a task with defaults', async ({ request, board }) => {
  const task = await board.create({ title: 'Call Ada' })
  expect(task).toMatchObject({
    title: 'Call Ada',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    labels: [],
    checklistItems: [],
    comments: [],
    attachments: [],
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  const response = await request.get(`api/v1/tasks/${task.id}`)
  expect(response.headers()['content-type']).toContain('application/json')
  expect(await response.json()).toEqual(task)
})

test('stores all fields', async ({ board }) => {
  const values = {
    title: 'Call Ada',
    description: 'Ask for "the plan" <draft>',
    status: 'IN_PROGRESS',
    priority: 'HIGH',
    dueDate: '2027-12-24',
    labels: ['phone', 'ada'],
  }
  expect(await board.create(values)).toMatchObject(values)
})

test('names the invalid fields', async ({ request }) => {
  const response = await request.post('api/v1/tasks', { data: { title: '', status: 'NEVER' } })
  expect(response.status()).toBe(400)
  const error = await response.json()
  expect(error).toMatchObject({ status: 400, error: 'Bad Request', path: expect.stringMatching(/\/api\/v1\/tasks$/) })
  expect(Object.keys(error.errors).sort()).toEqual(['status', 'title'])
})

for (const [name, values] of Object.entries({
  'a title of 101 characters': { title: 'x'.repeat(101) },
  'a description of 501 characters': { description: 'x'.repeat(501) },
  'a checklist text of 201 characters': { checklistItems: [{ text: 'x'.repeat(201) }] },
  'a task without a status': { status: undefined },
})) {
  test(`refuses ${name}`, async ({ request }) => {
    const response = await request.post('api/v1/tasks', { data: { title: 'Call Ada', status: 'TODO', ...values } })
    expect(response.status()).toBe(400)
  })
}

test('accepts values of the maximum length', async ({ board }) => {
  const values = { title: 'x'.repeat(100), description: 'y'.repeat(500) }
  expect(await board.create(values)).toMatchObject(values)
})

test('replaces a task completely', async ({ request, board }) => {
  const task = await board.create({ description: 'Soon', priority: 'LOW', dueDate: '2027-01-01', labels: ['phone'] })
  const comment = await board.comment(task.id, 'No reply yet')
  const response = await request.put(`api/v1/tasks/${task.id}`, { data: { title: 'Write to Ada', status: 'DONE' } })
  expect(response.status()).toBe(200)
  const replaced = await response.json()
  expect(replaced).toMatchObject({
    title: 'Write to Ada',
    status: 'DONE',
    description: null,
    priority: 'MEDIUM',
    dueDate: null,
    labels: [],
    comments: [comment],
    createdAt: task.createdAt,
  })
  expect(await board.get(task.id)).toEqual(replaced)
})

test('returns 404 for a deleted task', async ({ request, board }) => {
  const { id } = await board.create()
  const url = `api/v1/tasks/${id}`
  expect((await request.delete(url)).status()).toBe(204)
  for (const send of [() => request.get(url), () => request.delete(url)]) {
    const response = await send()
    expect(response.status()).toBe(404)
    expect((await response.json()).message).toContain(String(id))
  }
})

test('counts the tasks of each column', async ({ request, board }) => {
  const summary = async () => (await request.get('api/v1/tasks/summary')).json()
  const before = await summary()
  for (const status of ['TODO', 'TODO', 'IN_PROGRESS', 'DONE']) await board.create({ status })
  expect(await summary()).toEqual({
    totalTasks: before.totalTasks + 4,
    todoTasks: before.todoTasks + 2,
    inProgressTasks: before.inProgressTasks + 1,
    doneTasks: before.doneTasks + 1,
  })
})
