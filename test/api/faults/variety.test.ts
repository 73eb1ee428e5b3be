import t, { type Test } from 'tap'
import { type Json, multipart, type Reply } from '../../kit/helper.js'
import { missingFields, timestampsOf } from './effects.js'
import { startFaulty, startTwins } from './twins.js'

/** Enough requests for every outcome of a draw; the seed is fixed, so the outcomes are always the same. */
const REQUESTS = 60

/** Sends a request repeatedly under a fault; returns v1's response and those of buggy. */
async function repeat(t: Test, fault: string, request: string): Promise<{ v1: Reply; replies: Reply[] }> {
  const { faulty } = await startFaulty(t, { [fault]: 1 })
  const v1 = await faulty.send(request.replace(' ', ' /api/v1'))
  const replies = []
  for (let i = 0; i < REQUESTS; i++) {
    replies.push(await faulty.send(request.replace(' ', ' /api/buggy'), { unchecked: true }))
  }
  return { v1, replies }
}

t.test('missing-fields may remove either field from any task of a list (decision 37)', async (t) => {
  const { v1, replies } = await repeat(t, 'missing-fields', 'GET /tasks')
  const outcomes = replies.map(({ json }) => missingFields(json, v1.json).join())
  const expected = [0, 1, 2, 3, 4].flatMap((index) => [`${index},description`, `${index},priority`])
  t.same([...new Set(outcomes)].sort(), expected)
})

t.test('missing-fields may remove a description that is null (decision 37)', async (t) => {
  const { v1, replies } = await repeat(t, 'missing-fields', 'GET /tasks/2')
  t.equal(v1.json.description, null)
  const outcomes = new Set(replies.map(({ json }) => missingFields(json, v1.json).join()))
  t.same([...outcomes].sort(), ['0,description', '0,priority'])
})

for (const [request, changes] of [
  ['GET /tasks?page=1&size=2', ['currentPage 0', 'currentPage 2', 'totalPages 2', 'totalPages 4']],
  ['GET /tasks', ['currentPage 1', 'totalPages 0', 'totalPages 2']],
  ['GET /tasks?status=DONE&priority=LOW', ['currentPage 1', 'totalPages 1']],
] as const) {
  t.test(`pagination changes ${request} in all these ways and no others (decision 37)`, async (t) => {
    const { v1, replies } = await repeat(t, 'pagination', request)
    const outcomes = replies.map(({ json }) =>
      Object.keys(v1.json)
        .filter((key) => key !== 'content' && json[key] !== v1.json[key])
        .map((key) => `${key} ${json[key]}`)
        .join(),
    )
    t.same([...new Set(outcomes)].sort(), changes)
  })
}

t.test('date-mix may change either timestamp of a task (decision 37)', async (t) => {
  const { v1, replies } = await repeat(t, 'date-mix', 'GET /tasks/2')
  t.same([v1.json.createdAt, v1.json.updatedAt], ['2026-03-02T08:30:00Z', '2026-03-02T08:30:00Z'])
  const outcomes = replies.map(({ json }) => [json.createdAt, json.updatedAt].join(' '))
  t.same([...new Set(outcomes)].sort(), ['1772440200 2026-03-02T08:30:00Z', '2026-03-02T08:30:00Z 1772440200'])
})

t.test('date-mix may change the timestamps of comments and attachments (decision 37)', async (t) => {
  const { replies } = await repeat(t, 'date-mix', 'GET /tasks/1')
  const types = replies.map(({ json }) => timestampsOf(json).map(({ value }) => typeof value))
  t.equal(types[0]?.length, 5, 'two of the task, two of its comment and one of its attachment')
  for (const index of [0, 1, 2, 3, 4]) {
    t.same([...new Set(types.map((list) => list[index]))].sort(), ['number', 'string'], `timestamp ${index}`)
  }
  const numbers = types.map((list) => list.filter((type) => type === 'number').length)
  t.same([...new Set(numbers)].sort(), [1, 2, 3, 4], 'from one to all but one')
})

t.test('date-mix changes the only timestamp of a response (decision 37)', async (t) => {
  const { faulty } = await startFaulty(t, { 'date-mix': 1 })
  const { json } = await faulty.send('POST /api/buggy/tasks/2/attachments', {
    ...multipart([{ fileName: 'a', content: '' }]),
    unchecked: true,
  })
  t.equal(json[0].uploadedAt, 1_772_440_200)
})

t.test('date-mix does not change due dates or texts that resemble timestamps (decision 37)', async (t) => {
  const { faulty } = await startFaulty(t, { 'date-mix': 1 })
  const values = { title: '2026-03-02T08:30:00Z', labels: ['createdAt'], dueDate: '2026-03-02' }
  const expected = await faulty.createTask(values)
  for (let i = 0; i < REQUESTS; i++) {
    const { json } = await faulty.send(`GET /api/buggy/tasks/${expected.id}`, { unchecked: true })
    t.match(json, values)
    t.same({ ...json, createdAt: expected.createdAt, updatedAt: expected.updatedAt }, expected)
  }
})

t.test('the integers of date-mix are the same moments in Unix seconds (decision 37)', async (t) => {
  const { faulty } = await startFaulty(t, { 'date-mix': 1 })
  faulty.clock.now = Date.parse('2031-12-31T23:59:59.999Z')
  const { json } = await faulty.send('PUT /api/buggy/tasks/2', {
    json: { title: 'Later', status: 'DONE' },
    unchecked: true,
  })
  const moments = { createdAt: '2026-03-02T08:30:00Z', updatedAt: '2031-12-31T23:59:59Z' }
  for (const [key, moment] of Object.entries(moments)) {
    t.ok([moment, Date.parse(moment) / 1000].includes(json[key]), `${key} ${json[key]}`)
  }
  t.not(typeof json.createdAt, typeof json.updatedAt, 'one of them is an integer')
})

const SEARCHES: [search: string, exact: number[], folded: number[]][] = [
  ['FOO', [2, 4], [1, 2, 3, 4]],
  ['foo', [1], [1, 2, 3, 4]],
  ['Foo', [3], [1, 2, 3, 4]],
  ['fOO', [], [1, 2, 3, 4]],
  ['xFOOx', [4], [4]],
  ['É', [], [1]],
  ['é 😀', [1], [1]],
  ['%', [], []],
  ['F_O', [], []],
  ['"', [1], [1]],
  ['","', [], []],
  ['nonexFOOx', [], []],
  ['', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
]

t.test('a search under search-case compares texts as written (decisions 16 and 37)', async (t) => {
  const { send } = await startTwins(t, { 'search-case': 1 })
  const ids = ({ json }: Reply) => json.content.map(({ id }: Json) => id)
  for (const [search, exact, folded] of SEARCHES) {
    const { buggy, v1 } = await send({ request: `GET /tasks?search=${encodeURIComponent(search)}` })
    t.same(ids(v1), folded, `'${search}' on v1`)
    t.same(ids(buggy), exact, `'${search}' on buggy`)
    t.equal(buggy.json.totalElements, exact.length, `'${search}': totalElements`)
  }
})
