import t from 'tap'
import { type Json, multipart, type Service, startService } from '../helper.js'
import { getTask } from './expect.js'

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

t.test('section 2, decision 13: the list of an empty board', async (t) => {
  const service = await startService(t)
  const { status, json } = await service.send('GET /api/v1/tasks')
  t.equal(status, 200)
  t.strictSame(json, { content: [], totalElements: 0, totalPages: 0, currentPage: 0, pageSize: 20 })
})

t.test('section 8: 20 tasks per page by default, and at most 100', async (t) => {
  const service = await startService(t)
  await fill(service, 102)
  const { ids, content: _, status: __, ...rest } = await list(service)
  t.strictSame(ids, range(1, 20))
  t.strictSame(rest, { totalElements: 102, totalPages: 6, currentPage: 0, pageSize: 20 })
  t.strictSame((await list(service, '?size=100')).ids, range(1, 100))
  t.strictSame((await list(service, '?size=100&page=1')).ids, [101, 102])
  t.strictSame((await list(service, '?page=5')).ids, [101, 102])
})

t.test('decision 17: tasks of a list are whole', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({ labels: ['a'], checklistItems: [{ text: 'one' }] })
  for (const text of ['first', 'second']) {
    await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text } })
  }
  await service.send(`POST /api/v1/tasks/${id}/attachments`, multipart([{ fileName: 'a', content: 'abc' }]))
  await service.createTask()
  t.strictSame((await list(service)).content, [await getTask(service, 1), await getTask(service, 2)])
  t.equal((await getTask(service, 1)).comments.length, 2)
})

t.test('decision 13: totalPages is the number of pages, rounded up', async (t) => {
  const service = await startService(t)
  await fill(service, 6)
  for (const [size, totalPages] of [
    [1, 6],
    [2, 3],
    [3, 2],
    [4, 2],
    [5, 2],
    [6, 1],
    [7, 1],
    [100, 1],
  ] as const) {
    const page = await list(service, `?size=${size}`)
    t.strictSame([page.totalElements, page.totalPages, page.pageSize], [6, totalPages, size])
  }
})

t.test('decision 13: a page past the end is empty and echoes its number', async (t) => {
  const service = await startService(t)
  await fill(service, 3)
  for (const page of [1, 2, 1000, 2 ** 31, 2 ** 53 - 1]) {
    for (const size of [3, 20, 100]) {
      const { json, status } = await service.send(`GET /api/v1/tasks?page=${page}&size=${size}`)
      const expected = { content: [], totalElements: 3, totalPages: 1, currentPage: page, pageSize: size }
      t.strictSame([status, json], [200, expected])
    }
  }
})

t.test('decision 14: pages never overlap and leave nothing out', async (t) => {
  const service = await startService(t)
  for (const id of range(1, 11)) {
    await service.createTask({ priority: id % 3 === 0 ? 'LOW' : 'HIGH', title: `T${id % 2}` })
  }
  for (const sort of [
    'id',
    'title',
    'status',
    'priority',
    'createdAt',
    'updatedAt',
    'dueDate',
    'sortOrder',
  ]) {
    for (const direction of ['asc', 'desc']) {
      const order = `sort=${sort}&direction=${direction}`
      const { ids: all } = await list(service, `?${order}`)
      for (const size of [1, 3, 4]) {
        const pages = []
        for (const page of range(0, Math.ceil(11 / size))) {
          pages.push(...(await list(service, `?${order}&size=${size}&page=${page}`)).ids)
        }
        t.strictSame(pages, all, `${order} in pages of ${size}`)
      }
    }
  }
})

t.test('section 4, decision 15: filters by status and by priority, alone and together', async (t) => {
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
    ['status=TODO&direction=desc', [5, 3, 1]],
    ['status=TODO&sort=priority&direction=desc', [3, 1, 5]],
    ['status=TODO&size=2&page=1', [5]],
  ] as const) {
    t.strictSame((await list(service, `?${query}`)).ids, ids, query)
  }
  const page = await list(service, '?status=TODO&size=2')
  t.strictSame([page.totalElements, page.totalPages], [3, 2], 'totals count what matches')
})

t.test('decision 12: filters, search, sort and page work together', async (t) => {
  const service = await startService(t)
  for (const id of range(1, 8)) {
    const values = {
      title: `Task ${9 - id}`,
      status: id % 2 ? 'TODO' : 'DONE',
      labels: id > 2 ? ['Find'] : [],
    }
    await service.createTask(values)
  }
  const query = '?search=fIND&status=TODO&priority=MEDIUM&sort=title&direction=asc&size=2'
  t.strictSame((await list(service, `${query}&page=0`)).ids, [7, 5])
  const second = await list(service, `${query}&page=1`)
  t.strictSame([second.ids, second.totalElements, second.totalPages], [[3], 3, 2])
})
