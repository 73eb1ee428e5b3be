import t from 'tap'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'
import { expectInvalid } from './expect.js'

const TASKS = '/api/v1/tasks'
const NOT_PLAIN_DIGITS = [
  ...['', 'abc', '-1', '1.5', '1e1', '0x1', '01', '%2B1', '+1', '1+', '１', 'NaN', 'null', '1,2', '1%00'],
]

const REFUSED: Record<string, string[]> = {
  page: [...NOT_PLAIN_DIGITS, '9007199254740992', '9'.repeat(300)],
  size: ['', '0', '101', '-1', '1.5', '01', '9007199254740992'],
  status: ['', 'todo', 'OPEN', 'TODO,DONE', '+TODO', 'TODO%00', '0'],
  priority: ['', 'low', 'CRITICAL', 'LOW,HIGH', '1'],
  sort: [
    ...['', 'ID', 'priority,desc', '-id', 'description', 'labels', 'due_date', 'id;'],
    ...['__proto__', 'constructor', 'toString'],
  ],
  direction: ['', 'ASC', 'Desc', 'up', 'ascending', '1'],
}

t.test('a parameter that is out of range or not in its list is 400 and named (decisions 12 and 49)', async (t) => {
  const service = await startService(t)
  for (const [name, values] of Object.entries(REFUSED)) {
    for (const value of values) {
      const url = `${TASKS}?${name}=${encodeURI(value).replaceAll('%25', '%')}`
      expectInvalid(t, await service.send(`GET ${url}`), [name], url.slice(0, 60))
    }
    expectInvalid(t, await service.send(`GET ${TASKS}?${name}`), [name], `${name} without =`)
  }
})

t.test('a direction inside sort is 400, and the message names the parameter direction', async (t) => {
  const service = await startService(t)
  const sorts = 'id, title, status, priority, createdAt, updatedAt, dueDate, sortOrder'
  const invalid = `Sort must be one of ${sorts}`
  const hint = '; the direction is a parameter of its own: direction=asc or direction=desc'
  for (const [query, message] of [
    ['sort=priority,desc', invalid + hint],
    ['sort=priority%2Casc', invalid + hint],
    ['sort=title:DESC', invalid + hint],
    ['sort=dueDate+desc', invalid + hint],
    ['sort=-priority', invalid + hint],
    ['sort=priority&sort=desc', invalid + hint],
    ['sort=priority,title', invalid],
    ['sort=desc', invalid],
    ['sort=labels', invalid],
  ] as const) {
    const { status, json } = await service.send(`GET ${TASKS}?${query}`)
    t.strictSame([status, json.errors], [400, { sort: message }], query)
  }
  const { json } = await service.send(`GET ${TASKS}?status=TODO,desc`)
  t.strictSame(json.errors, { status: 'Status must be one of TODO, IN_PROGRESS, DONE' })
})

t.test('page and size accept their bounds (decision 12)', async (t) => {
  const service = await startService(t)
  for (const query of ['page=0', 'size=1', 'size=100']) {
    t.equal((await service.send(`GET ${TASKS}?${query}`)).status, 200, query)
  }
  const { json } = await service.send(`GET ${TASKS}?page=9007199254740991&size=100`)
  t.equal(json.currentPage, 2 ** 53 - 1)
})

t.test('a known parameter that comes twice is 400, even with the same value (decision 12)', async (t) => {
  const service = await startService(t)
  const valid = {
    page: '0',
    size: '5',
    status: 'TODO',
    priority: 'LOW',
    search: 'x',
    sort: 'id',
    direction: 'asc',
  }
  for (const [name, value] of Object.entries(valid)) {
    const query = `${name}=${value}&other=1&${name}=${value}`
    expectInvalid(t, await service.send(`GET ${TASKS}?${query}`), [name], query)
  }
})

t.test('an unknown parameter is ignored (decision 12)', async (t) => {
  const service = await startService(t)
  await service.createTask()
  const expected = (await service.send(`GET ${TASKS}`)).json
  for (const query of [
    ...['?', '?&&=&', '?foo', '?foo=1&foo=2', '?=5', '?Page=7', '?page%5B%5D=7', '?page[0]=7', '?limit=0'],
    ...['?__proto__=1', '?__proto__[size]=1', '?constructor=1', '?toString=1', '?title=no'],
  ]) {
    const { status, json } = await service.send(`GET ${TASKS}${query}`)
    t.strictSame([status, json], [200, expected], query)
  }
})

t.test('names and values of parameters may be percent-encoded', async (t) => {
  const service = await startService(t)
  t.equal((await service.send(`GET ${TASKS}?%73iz%65=%37`)).json.pageSize, 7)
})

t.test('errors names all invalid parameters (decision 27)', async (t) => {
  const service = await startService(t)
  const query = `page=-1&size=0&status=x&priority=x&sort=x&direction=x&search=${'x'.repeat(501)}`
  const fields = ['page', 'size', 'status', 'priority', 'sort', 'direction', 'search']
  const reply = await service.send(`GET ${TASKS}?${query}`)
  expectInvalid(t, reply, fields)
  t.equal(reply.json.path, TASKS, 'the path has no query')
})

t.test('a query that is not percent-encoded UTF-8 is 400, also in an unknown parameter (decision 47)', async (t) => {
  const service = await startService(t)
  for (const text of ['%', '%4', '%zz', '%FF', '%C0%80', '%ED%A0%80', '%F4%90%80%80', '%u0041']) {
    for (const name of ['search', 'unknown']) {
      const reply = await service.send(`GET ${TASKS}?${name}=${text}`)
      expectError(t, reply, { status: 400, path: TASKS })
    }
  }
})
