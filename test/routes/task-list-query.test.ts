import t from 'tap'
import { type Json, type Service, startService } from '../helper.js'
import { expectError, expectInvalid } from './expect.js'

async function list(service: Service, query: string): Promise<Json> {
  const { status, json } = await service.send(`GET /api/v1/tasks${query}`)
  return { status, ...json }
}

const NO_NUMBERS = [
  '',
  'abc',
  '-1',
  '1.5',
  '1e1',
  '0x1',
  '%2B1',
  '+1',
  '1+',
  '１',
  'NaN',
  'null',
  '1,2',
  '1%00',
]
const TOO_LARGE = ['9007199254740992', '9'.repeat(300)]

const REFUSED: [string, string[]][] = [
  ['page', [...NO_NUMBERS, ...TOO_LARGE]],
  ['size', [...NO_NUMBERS, ...TOO_LARGE, '0', '101', '9007199254740991']],
  ['status', ['', 'todo', 'OPEN', 'TODO,DONE', '+TODO', 'TODO%00', '0']],
  ['priority', ['', 'low', 'CRITICAL', 'LOW,HIGH', '1']],
  [
    'sort',
    [
      ...['', 'ID', 'Title', 'priority,desc', 'title,asc', '-id', 'description', 'labels', 'due_date'],
      ...['id;', '__proto__', 'constructor', 'toString'],
    ],
  ],
  ['direction', ['', 'ASC', 'Desc', 'up', 'ascending', '1']],
]

for (const [name, values] of REFUSED) {
  t.test(`decision 12: ${name} is refused by its name where it is out of range or unknown`, async (t) => {
    const service = await startService(t)
    for (const value of values) {
      const url = `/api/v1/tasks?${name}=${encodeURI(value).replaceAll('%25', '%')}`
      expectInvalid(t, await service.send(`GET ${url}`), [name], url.slice(0, 60))
    }
    expectInvalid(t, await service.send(`GET /api/v1/tasks?${name}`), [name], `${name} without =`)
  })
}

t.test('decision 12: the bounds of page and size are inside', async (t) => {
  const service = await startService(t)
  for (const query of ['page=0', 'page=9007199254740991', 'size=1', 'size=100']) {
    t.equal((await list(service, `?${query}`)).status, 200, query)
  }
  t.equal((await list(service, '?page=9007199254740991&size=100')).currentPage, 2 ** 53 - 1)
})

t.test('decision 12: a known parameter given twice is 400, also with the same value', async (t) => {
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
    const twice = `${name}=${value}&${name}=${value}`
    expectInvalid(t, await service.send(`GET /api/v1/tasks?${twice}`), [name], twice)
    const apart = `${name}=${value}&other=1&${name}=`
    expectInvalid(t, await service.send(`GET /api/v1/tasks?${apart}`), [name], apart)
  }
})

t.test('decision 12: unknown parameters are ignored', async (t) => {
  const service = await startService(t)
  await service.createTask()
  const plain = (await service.send('GET /api/v1/tasks')).json
  for (const query of [
    ...[
      '?',
      '?&',
      '?&&=&',
      '?foo',
      '?foo=1&foo=2',
      '?=5',
      '?Page=7',
      '?page%5B%5D=7',
      '?page[0]=7',
      '?limit=0',
    ],
    ...[
      '?__proto__=1',
      '?__proto__[size]=1',
      '?constructor=1',
      '?toString=1',
      '?hasOwnProperty=1',
      '?title=no',
    ],
  ]) {
    const { status, json } = await service.send(`GET /api/v1/tasks${query}`)
    t.strictSame([status, json], [200, plain], query)
  }
})

t.test('decision 12: the name of a parameter may be percent-encoded', async (t) => {
  const service = await startService(t)
  t.equal((await list(service, '?%73ize=7')).pageSize, 7)
  t.equal((await list(service, '?siz%65=%37')).pageSize, 7)
})

t.test('decision 27: all offending parameters are named at once', async (t) => {
  const service = await startService(t)
  const query = `page=-1&size=0&status=x&priority=x&sort=x&direction=x&search=${'x'.repeat(501)}`
  const fields = ['page', 'size', 'status', 'priority', 'sort', 'direction', 'search']
  const reply = await service.send(`GET /api/v1/tasks?${query}`)
  expectInvalid(t, reply, fields)
  t.equal(reply.json.path, '/api/v1/tasks', 'the path is without the query')
})

t.test(
  'decision 27: a query that cannot be decoded is 400, also in a parameter that is unknown',
  async (t) => {
    const service = await startService(t)
    for (const text of [
      '%',
      '%4',
      '%zz',
      '%FF',
      '%C3',
      '%C0%80',
      '%ED%A0%80',
      '%F4%90%80%80',
      'a%b',
      '%u0041',
    ]) {
      for (const name of ['search', 'page', 'other']) {
        const reply = await service.send(`GET /api/v1/tasks?${name}=${text}`)
        expectError(t, reply, 400, '/api/v1/tasks')
      }
    }
  },
)
