import t from 'tap'
import { type Json, type Service, START, startService } from '../helper.js'
import { addAttachment, addComment, getTask } from './board.js'

/** A page of tasks, with the ids of its tasks. */
async function list(service: Service, query = ''): Promise<Json> {
  const { status, json } = await service.send(`GET /api/v1/tasks${query}`)
  return { status, ...json, ids: json.content?.map((task: Json) => task.id) }
}

async function fill(service: Service, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await service.createTask()
}

/** The numbers from `first` to `last`. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

t.test('the list of an empty board has no pages (decision 13)', async (t) => {
  const service = await startService(t)
  const { status, json } = await service.send('GET /api/v1/tasks')
  t.equal(status, 200)
  t.strictSame(json, { content: [], totalElements: 0, totalPages: 0, currentPage: 0, pageSize: 20 })
})

t.test('a page has 20 tasks by default and at most 100', async (t) => {
  const service = await startService(t)
  await fill(service, 102)
  const { ids, content: _, status: __, ...rest } = await list(service)
  t.strictSame(ids, range(1, 20))
  t.strictSame(rest, { totalElements: 102, totalPages: 6, currentPage: 0, pageSize: 20 })
  t.strictSame((await list(service, '?size=100')).ids, range(1, 100))
  t.strictSame((await list(service, '?size=100&page=1')).ids, [101, 102])
  t.strictSame((await list(service, '?page=5')).ids, [101, 102])
})

t.test('the list has full tasks (decision 17)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({ labels: ['a'], checklistItems: [{ text: 'one' }] })
  for (const text of ['first', 'second']) await addComment(service, id, text)
  await addAttachment(service, id)
  await service.createTask()
  t.strictSame((await list(service)).content, [await getTask(service, 1), await getTask(service, 2)])
  t.equal((await getTask(service, 1)).comments.length, 2)
})

t.test('totalPages is the number of pages, rounded up (decision 13)', async (t) => {
  const service = await startService(t)
  await fill(service, 6)
  for (const [size, totalPages] of [
    [1, 6],
    [3, 2],
    [4, 2],
    [6, 1],
    [7, 1],
  ] as const) {
    const page = await list(service, `?size=${size}`)
    t.strictSame([page.totalElements, page.totalPages, page.pageSize], [6, totalPages, size])
  }
})

t.test('a page past the end is empty, and currentPage is its number (decision 13)', async (t) => {
  const service = await startService(t)
  await fill(service, 3)
  for (const [page, size] of [
    [1, 3],
    [2 ** 31, 20],
    [2 ** 53 - 1, 100],
  ] as const) {
    const { json, status } = await service.send(`GET /api/v1/tasks?page=${page}&size=${size}`)
    const expected = { content: [], totalElements: 3, totalPages: 1, currentPage: page, pageSize: size }
    t.strictSame([status, json], [200, expected])
  }
})

t.test('the filters status and priority work alone and together (decision 15)', async (t) => {
  const service = await startService(t)
  const tasks: [string, string][] = [
    ['TODO', 'LOW'],
    ['DONE', 'LOW'],
    ['TODO', 'URGENT'],
    ['IN_PROGRESS', 'MEDIUM'],
    ['TODO', 'LOW'],
    ['DONE', 'HIGH'],
  ]
  for (const [status, priority] of tasks) await service.createTask({ status, priority })
  for (const [query, ids] of [
    ['status=TODO', [1, 3, 5]],
    ['status=IN_PROGRESS', [4]],
    ['status=DONE', [2, 6]],
    ['priority=LOW', [1, 2, 5]],
    ['priority=MEDIUM', [4]],
    ['priority=HIGH', [6]],
    ['priority=URGENT', [3]],
    ['status=TODO&priority=LOW', [1, 5]],
    ['status=IN_PROGRESS&priority=LOW', []],
    ['status=TODO&sort=priority&direction=desc', [3, 1, 5]],
    ['status=TODO&size=2&page=1', [5]],
  ] as const) {
    t.strictSame((await list(service, `?${query}`)).ids, ids, query)
  }
  const page = await list(service, '?status=TODO&size=2')
  t.strictSame([page.totalElements, page.totalPages], [3, 2], 'totals count the tasks that match')
})

t.test('filters, search, sort and page work together (decision 12)', async (t) => {
  const service = await startService(t)
  for (const id of range(1, 8)) {
    await service.createTask({
      title: `Task ${9 - id}`,
      status: id % 2 ? 'TODO' : 'DONE',
      labels: id > 2 ? ['Find'] : [],
    })
  }
  const query = '?search=fIND&status=TODO&priority=MEDIUM&sort=title&direction=asc&size=2'
  t.strictSame((await list(service, `${query}&page=0`)).ids, [7, 5])
  const second = await list(service, `${query}&page=1`)
  t.strictSame([second.ids, second.totalElements, second.totalPages], [[3], 3, 2])
})

/** Five tasks on which every sort gives another order, created and updated at different times. */
const SORTABLE = [
  { title: 'é', status: 'DONE', priority: 'HIGH', dueDate: '2026-05-01' },
  { title: 'Z', status: 'TODO', priority: 'MEDIUM', dueDate: null },
  { title: 'a', status: 'IN_PROGRESS', priority: 'LOW', dueDate: '1999-12-31' },
  { title: '😀', status: 'TODO', priority: 'URGENT', dueDate: '2026-05-01' },
  { title: '\uff5a', status: 'TODO', priority: 'LOW', dueDate: null },
]

const ORDERS: [sort: string, ascending: number[], descending: number[]][] = [
  ['id', [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]],
  ['title', [2, 3, 1, 5, 4], [4, 5, 1, 3, 2]],
  ['status', [2, 4, 5, 3, 1], [1, 3, 2, 4, 5]],
  ['priority', [3, 5, 2, 1, 4], [4, 1, 2, 3, 5]],
  ['createdAt', [1, 2, 3, 4, 5], [4, 5, 2, 3, 1]],
  ['updatedAt', [2, 3, 4, 5, 1], [1, 4, 5, 2, 3]],
  ['dueDate', [3, 1, 4, 2, 5], [1, 4, 3, 2, 5]],
  ['sortOrder', [1, 2, 3, 4, 5], [5, 4, 1, 2, 3]],
]

t.test('every sort has its order in both directions, with ties by ascending id (decision 14)', async (t) => {
  const service = await startService(t)
  for (const [index, values] of SORTABLE.entries()) {
    service.clock.now = START + Math.floor((index + 1) / 2) * 1000
    await service.createTask(values)
  }
  service.clock.now = START + 5000
  await service.send('PUT /api/v1/tasks/1', { json: SORTABLE[0] })
  for (const [sort, ascending, descending] of ORDERS) {
    t.strictSame((await list(service, `?sort=${sort}`)).ids, ascending, sort)
    t.strictSame((await list(service, `?sort=${sort}&direction=asc`)).ids, ascending, `${sort} asc`)
    t.strictSame((await list(service, `?sort=${sort}&direction=desc`)).ids, descending, `${sort} desc`)
  }
})

t.test('without sort the order is by id, in the given direction (decision 14)', async (t) => {
  const service = await startService(t)
  for (const title of ['b', 'c', 'a']) await service.createTask({ title })
  t.strictSame((await list(service)).ids, [1, 2, 3])
  t.strictSame((await list(service, '?direction=desc')).ids, [3, 2, 1])
})
