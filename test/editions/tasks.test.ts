import t from 'tap'
import { multipart } from '../helper.js'
import { expectInvalid } from '../routes/expect.js'
import { anEarlierTask, startEarlier, VARIANTS } from './helper.js'

const REORDER = { json: { targetStatus: 'DONE', targetIndex: 0 } }
const FILE = multipart([{ fileName: 'a.txt', content: 'a' }])

t.test('title, description: accepts 200 and 1000 characters, and refuses more (decision 80)', async (t) => {
  const { send } = await startEarlier(t)
  const longest = { title: '😀'.repeat(200), description: '😀'.repeat(1000) }
  for (const request of ['POST /api/v1/tasks', 'PUT /api/v1/tasks/1']) {
    t.match((await send(request, { json: longest })).json, longest, request)
    for (const field of ['title', 'description'] as const) {
      const reply = await send(request, { json: { ...longest, [field]: `${longest[field]}x` } })
      expectInvalid(t, reply, [field], request)
    }
  }
  const { json } = await send('POST /api/v1/tasks', { json: { title: '', description: 'x'.repeat(1001) } })
  t.strictSame(json.errors, {
    title: 'Title is required and must be between 1 and 200 characters',
    description: 'Description must be a string of at most 1000 characters',
  })
})

t.test('status on create: the default is TODO, also on PUT (decision 80)', async (t) => {
  const { send } = await startEarlier(t)
  for (const status of [undefined, null]) {
    const json = { title: 'A task', status }
    t.equal((await send('POST /api/v1/tasks', { json })).json.status, 'TODO')
    await send('PUT /api/v1/tasks/1', { json: { title: 'A task', status: 'DONE' } })
    t.equal((await send('PUT /api/v1/tasks/1', { json })).json.status, 'TODO')
  }
  expectInvalid(t, await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'LATER' } }), ['status'])
})

t.test('v1 list: filters by priority', async (t) => {
  const { send, createTask } = await startEarlier(t)
  for (const priority of ['LOW', 'URGENT', 'HIGH', 'URGENT']) await createTask({ priority })
  const { json } = await send('GET /api/v1/tasks?priority=URGENT')
  t.match(json, { totalElements: 2, content: [{ id: 2 }, { id: 4 }] })
})

t.test('v1 list: sort has a field and a direction, and the default direction is ascending (decision 82)', async (t) => {
  const { send, createTask, clock } = await startEarlier(t)
  const tasks = [
    { title: 'b', priority: 'HIGH', status: 'DONE' },
    { title: 'c', priority: 'LOW', status: 'TODO' },
    { title: 'a', priority: 'URGENT', status: 'IN_PROGRESS' },
  ]
  for (const task of tasks) {
    await createTask(task)
    clock.now += 1000
  }
  const cases: Record<string, number[]> = {
    id: [1, 2, 3],
    title: [3, 1, 2],
    status: [2, 3, 1],
    priority: [2, 1, 3],
    createdAt: [1, 2, 3],
    updatedAt: [1, 2, 3],
  }
  for (const [field, ascending] of Object.entries(cases)) {
    for (const [sort, expected] of [
      [field, ascending],
      [`${field},asc`, ascending],
      [`${field},desc`, ascending.toReversed()],
    ] as const) {
      const { json } = await send(`GET /api/v1/tasks?sort=${sort}`)
      t.strictSame(
        json.content.map(({ id }: { id: number }) => id),
        expected,
        sort,
      )
    }
  }
})

t.test('v1 list: ignores the parameter direction (decision 82)', async (t) => {
  const { send, createTask } = await startEarlier(t)
  for (const title of ['a', 'b']) await createTask({ title })
  for (const query of ['direction=desc', 'sort=title&direction=desc', 'direction=up', 'direction=asc&direction=desc']) {
    t.match((await send(`GET /api/v1/tasks?${query}`)).json, { content: [{ id: 1 }, { id: 2 }] }, query)
  }
})

t.test('v1 list: refuses to sort by a field that is not shown, or in another notation (decision 82)', async (t) => {
  const { send } = await startEarlier(t)
  const values = ['dueDate', 'dueDate,desc', 'sortOrder', 'sortOrder,asc', 'title,', 'title,DESC', 'title:desc', ',asc']
  for (const sort of [...values, '-title', 'title,asc,desc', 'title,%20asc', '']) {
    expectInvalid(t, await send(`GET /api/v1/tasks?sort=${sort}`), ['sort'], sort)
  }
  const { json } = await send('GET /api/v1/tasks?sort=dueDate,desc')
  t.match(json.errors.sort, /^Sort must be one of id; id,asc; id,desc; title; .*; updatedAt,desc$/)
})

t.test('v1 list: tasks have no checklist, due date, attachments and position (decision 81)', async (t) => {
  const { send } = await startEarlier(t)
  const hidden = {
    dueDate: 'tomorrow',
    sortOrder: 'first',
    checklistItems: [{ text: '' }],
    attachments: 1,
  }
  const created = await send('POST /api/v1/tasks', { json: { title: 'A task', ...hidden } })
  t.equal(created.status, 201, 'invalid values of hidden fields are ignored')
  t.strictSame(created.json, anEarlierTask({}))
  t.strictSame(Object.keys(created.json), Object.keys(anEarlierTask({})))
  t.strictSame((await send('PUT /api/v1/tasks/1', { json: { title: 'A task', ...hidden } })).json, created.json)
  t.strictSame((await send('GET /api/v1/tasks/1')).json, created.json)
  t.strictSame((await send('GET /api/v1/tasks')).json.content, [created.json])
})

t.test('v1 list: shows comments, and without the response cache too', async (t) => {
  const { send, createTask } = await startEarlier(t, { cacheMax: 0 })
  await createTask()
  const { json: comment } = await send('POST /api/v1/tasks/1/comments', { json: { text: 'A comment' } })
  const { bytes } = await send('GET /api/v1/tasks/1')
  t.strictSame(JSON.parse(String(bytes)), anEarlierTask({ comments: [comment] }))
  t.strictSame((await send('GET /api/v1/tasks')).json.content, [anEarlierTask({ comments: [comment] })])
})

t.test('v1 list: reorder and attachments are unknown paths in every variant (decision 81)', async (t) => {
  const { send, createTask, login } = await startEarlier(t)
  await createTask()
  const { token } = await login()
  for (const variant of VARIANTS) {
    const task = `/api/${variant}/tasks/1`
    const requests = [
      [`POST ${task}/reorder`, REORDER],
      [`POST ${task}/attachments`, FILE],
      [`GET ${task}/attachments/1`, {}],
      [`DELETE ${task}/attachments/1`, {}],
    ] as const
    for (const [request, options] of requests) {
      for (const given of [{}, { token }]) {
        t.match(await send(request, { ...options, ...given }), { status: 404, json: { message: 'Path not found' } })
      }
    }
    const { paths } = (await send(`GET /api/${variant}/openapi.json`)).json
    t.notMatch(Object.keys(paths).join(), /reorder|attachments/, variant)
  }
})

t.test('v1 summary: counts URGENT only in total and byStatus (decision 83)', async (t) => {
  const { send, createTask } = await startEarlier(t)
  const none = { TODO: 0, IN_PROGRESS: 0, DONE: 0 }
  const noPriority = { LOW: 0, MEDIUM: 0, HIGH: 0 }
  t.strictSame((await send('GET /api/v1/tasks/summary')).json, { total: 0, byStatus: none, byPriority: noPriority })
  const tasks = [
    ['TODO', 'LOW'],
    ['TODO', 'URGENT'],
    ['DONE', 'URGENT'],
    ['DONE', 'MEDIUM'],
    ['DONE', 'MEDIUM'],
  ]
  for (const [status, priority] of tasks) await createTask({ status, priority })
  t.strictSame((await send('GET /api/v1/tasks/summary')).json, {
    total: 5,
    byStatus: { TODO: 2, IN_PROGRESS: 0, DONE: 3 },
    byPriority: { LOW: 1, MEDIUM: 2, HIGH: 0 },
  })
})
