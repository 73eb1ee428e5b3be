import t from 'tap'
import { type Json, type Service, START, startService } from '../helper.js'

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT']

/** What is compared for each sort: numbers or lists of numbers, `null` where a task has no value. */
const KEYS: Record<string, (task: Json) => number[] | null> = {
  id: ({ id }) => [id],
  title: ({ title }) => codePoints(title),
  status: ({ status }) => [STATUSES.indexOf(status)],
  priority: ({ priority }) => [PRIORITIES.indexOf(priority)],
  createdAt: ({ createdAt }) => [Date.parse(createdAt)],
  updatedAt: ({ updatedAt }) => [Date.parse(updatedAt)],
  dueDate: ({ dueDate }) => dueDate && [Date.parse(dueDate)],
  sortOrder: ({ sortOrder }) => [sortOrder],
}

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

function compareLists(a: number[], b: number[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (value !== other) return value - other
  }
  return a.length - b.length
}

/** The order of decision 14, written independently of the service. */
function sorted(tasks: Json[], sort: string, direction: string): Json[] {
  const key = KEYS[sort] as (task: Json) => number[] | null
  return tasks.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || one.id - other.id
    return compareLists(a, b) * (direction === 'desc' ? -1 : 1) || one.id - other.id
  })
}

async function list(service: Service, query: string): Promise<Json[]> {
  return (await service.send(`GET /api/v1/tasks?size=100&${query}`)).json.content
}

const ids = (tasks: Json[]) => tasks.map(({ id }) => id)

t.test('decision 14: without sort by id, in the direction asked for', async (t) => {
  const service = await startService(t)
  for (const title of ['b', 'c', 'a']) await service.createTask({ title })
  t.strictSame(ids(await list(service, '')), [1, 2, 3])
  t.strictSame(ids(await list(service, 'direction=asc')), [1, 2, 3])
  t.strictSame(ids(await list(service, 'direction=desc')), [3, 2, 1])
})

t.test('decision 14: ids sort as numbers', async (t) => {
  const service = await startService(t)
  for (let id = 1; id <= 11; id++) await service.createTask()
  t.strictSame(ids(await list(service, 'sort=id')), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  t.strictSame(ids(await list(service, 'sort=sortOrder&direction=desc')), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
})

t.test('decision 14: status and priority sort in the order of the specification', async (t) => {
  const service = await startService(t)
  for (const priority of ['URGENT', 'LOW', 'HIGH', 'MEDIUM']) await service.createTask({ priority })
  t.strictSame(ids(await list(service, 'sort=priority')), [2, 4, 3, 1])
  t.strictSame(ids(await list(service, 'sort=priority&direction=desc')), [1, 3, 4, 2])
  await service.send('DELETE /api/v1/tasks')
  for (const status of ['DONE', 'TODO', 'IN_PROGRESS']) await service.createTask({ status })
  t.strictSame(ids(await list(service, 'sort=status')), [6, 7, 5])
  t.strictSame(ids(await list(service, 'sort=status&direction=desc')), [5, 7, 6])
})

t.test('decision 14: tasks without a dueDate come last in both directions, by ascending id', async (t) => {
  const service = await startService(t)
  for (const dueDate of [null, '2026-05-01', null, '1999-12-31', '2026-05-01', null]) {
    await service.createTask({ dueDate })
  }
  t.strictSame(ids(await list(service, 'sort=dueDate')), [4, 2, 5, 1, 3, 6])
  t.strictSame(ids(await list(service, 'sort=dueDate&direction=desc')), [2, 5, 4, 1, 3, 6])
})

const TITLES = [
  ...['b', 'a', 'B', 'A', 'Z', 'z', 'ab', 'a b', 'aB', 'a-b', 'a_b', 'a', ' a', '10', '9', '2', '_', '~'],
  ...['é', 'e\u0301', 'É', 'ä', 'z\u0308', 'ß', 'ss', 'İ', 'ı', 'Ω', 'я', 'ё', 'א', 'ا', '中', '한'],
  ...[
    '\ue000',
    '\ufb01',
    '\uff5a',
    '\ufffd',
    '\uffff',
    '😀',
    '\u{10000}',
    '\u{10ffff}',
    '𝔘',
    'a😀',
    'a\uffff',
  ],
  ...['\u0001x', '\u007f', '\u0080', '\ufeffx', '\u200bx', '\ud7ff'],
]

t.test('decision 14: titles sort by code point', async (t) => {
  const service = await startService(t)
  for (const title of TITLES) await service.createTask({ title })
  const all = await list(service, '')
  for (const direction of ['asc', 'desc']) {
    const found = await list(service, `sort=title&direction=${direction}`)
    t.strictSame(ids(found), ids(sorted(all, 'title', direction)), direction)
  }
})

t.test('decision 14: titles sort neither by UTF-16 unit nor without case', async (t) => {
  const service = await startService(t)
  for (const title of ['😀', '\uff5a', 'é', 'a', 'Z']) await service.createTask({ title })
  const titles = (await list(service, 'sort=title')).map(({ title }) => title)
  t.strictSame(titles, ['Z', 'a', 'é', '\uff5a', '😀'])
})

t.test('decision 14: every sort in both directions, ties broken by ascending id', async (t) => {
  const service = await startService(t)
  for (let index = 0; index < 24; index++) {
    service.clock.now = START + ((index * 7) % 5) * 1000
    await service.createTask({
      title: `Title ${(index * 5) % 7}`,
      status: STATUSES[(index * 2) % 3],
      priority: PRIORITIES[(index * 3) % 4],
      dueDate: index % 3 === 0 ? null : `2026-0${(index % 4) + 1}-01`,
    })
  }
  for (const [index, id] of [20, 3, 11, 7].entries()) {
    service.clock.now = START + 10_000 - index * 2000
    const task = (await service.send(`GET /api/v1/tasks/${id}`)).json
    await service.send(`PUT /api/v1/tasks/${id}`, { json: task })
  }
  const all = await list(service, '')
  for (const sort of Object.keys(KEYS)) {
    t.strictSame(
      ids(await list(service, `sort=${sort}`)),
      ids(sorted(all, sort, 'asc')),
      `${sort}, no direction`,
    )
    for (const direction of ['asc', 'desc']) {
      const found = await list(service, `sort=${sort}&direction=${direction}`)
      t.strictSame(ids(found), ids(sorted(all, sort, direction)), `${sort} ${direction}`)
    }
  }
  t.not(
    ids(sorted(all, 'createdAt', 'asc')).join(),
    ids(sorted(all, 'updatedAt', 'asc')).join(),
    'a fair board',
  )
})

t.test('decision 14: the order holds within a filter and a search', async (t) => {
  const service = await startService(t)
  for (const [title, status] of [
    ['find b', 'TODO'],
    ['find a', 'DONE'],
    ['other', 'TODO'],
    ['find a', 'TODO'],
  ]) {
    await service.createTask({ title, status })
  }
  t.strictSame(ids(await list(service, 'sort=title&search=find&status=TODO')), [4, 1])
  t.strictSame(ids(await list(service, 'sort=title&search=find&direction=desc')), [1, 2, 4])
})
