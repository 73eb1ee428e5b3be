import t from 'tap'
import { type Json, startService } from '../helper.js'
import { aTask, expectInvalid, quote } from './expect.js'

const MINIMAL = { title: 'A task', status: 'TODO' }
const CREATE = 'POST /api/v1/tasks'
const REPLACE = 'PUT /api/v1/tasks/1'
/** A character beyond the Basic Multilingual Plane: one code point, two UTF-16 units. */
const ASTRAL = '😀'

const repeat = (length: number, item: Json) => Array.from({ length }, () => item)

const ACCEPTED: Record<string, Json[]> = {
  title: ['a', '7', 'a'.repeat(100), ASTRAL.repeat(100), ` ${'a'.repeat(98)} `, `${' '.repeat(99)}a`],
  description: ['', '\n\t', 'a'.repeat(500), ASTRAL.repeat(500), ' '.repeat(500)],
  status: ['TODO', 'IN_PROGRESS', 'DONE'],
  priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'],
  dueDate: ['2026-03-02', '2024-02-29', '2000-02-29', '1970-01-01', '9999-12-31'],
  labels: [
    ...[[], ['a'], ['b', 'a', 'b', 'b'], ['a', 'A'], repeat(10, 'a'), ['a'.repeat(100)]],
    ...[[ASTRAL.repeat(100)], [' a ']],
  ],
}

t.test('values within the bounds are stored as sent (decisions 8, 9 and 10)', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const [field, values] of Object.entries(ACCEPTED)) {
    for (const value of values) {
      const reply = await service.send(CREATE, { json: { ...MINIMAL, [field]: value } })
      t.strictSame([reply.status, reply.json[field]], [201, value], `create with ${field}`)
    }
    const value = values.at(-1)
    const reply = await service.send(REPLACE, { json: { ...MINIMAL, [field]: value } })
    t.strictSame([reply.status, reply.json[field]], [200, value], `replace with ${field}`)
  }
})

const OTHER_TYPES = [5, 0, true, false, {}, { length: 3 }]
const INVALID_DATES = [
  ...['', 'tomorrow', '2026-03', '2026-3-2', '26-03-02', '20260302', '2026/03/02', '02-03-2026'],
  ...['2026-02-30', '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
  ...['2026-W10-1', '-2026-03-02', '+002026-03-02', '12026-03-02', '2026-03-02T00:00:00Z', '2026-03-02 '],
  ...['2026-03-02\n', '２０２６-03-02', '2026-0a-02'],
]

const REFUSED: Record<string, Json[]> = {
  title: ['', 'a'.repeat(101), ASTRAL.repeat(101), ' '.repeat(101), null, ['a'], ...OTHER_TYPES],
  description: ['a'.repeat(501), ASTRAL.repeat(501), ' '.repeat(501), ['a'], ...OTHER_TYPES],
  status: ['', 'todo', 'Todo', 'TODO ', 'OPEN', 'IN PROGRESS', null, ['TODO'], ...OTHER_TYPES],
  priority: ['', 'medium', ' LOW', 'CRITICAL', ['LOW'], ...OTHER_TYPES],
  dueDate: [...INVALID_DATES, ['2026-03-02'], ...OTHER_TYPES],
  labels: ['', 'a', 'a,b', repeat(11, 'a'), ...OTHER_TYPES],
  checklistItems: ['', 'a', repeat(101, { text: 'a' }), ...OTHER_TYPES],
}

t.test('values out of bounds or of another type are 400 (decisions 5, 8, 9 and 10)', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  for (const [field, values] of Object.entries(REFUSED)) {
    for (const value of values) {
      const reply = await service.send(CREATE, { json: { ...MINIMAL, [field]: value } })
      expectInvalid(t, reply, [field], `create with ${field} ${quote(value).slice(0, 40)}`)
    }
    const reply = await service.send(REPLACE, { json: { ...MINIMAL, [field]: values[0] } })
    expectInvalid(t, reply, [field], `replace with ${field} ${quote(values[0]).slice(0, 40)}`)
  }
  t.strictSame((await service.send('GET /api/v1/tasks')).json.content, [task], 'nothing changed')
})

const REFUSED_ITEMS: [values: object, fields: string[]][] = [
  ...['', ' ', 'a'.repeat(101), ASTRAL.repeat(101), null, 5, true, {}, ['a']].map((label): [object, string[]] => [
    { labels: ['a', label] },
    ['labels[1]'],
  ]),
  ...['', ' ', 'a'.repeat(201), ASTRAL.repeat(201), null, 5, true, {}, ['a']].map((text): [object, string[]] => [
    { checklistItems: [{ text: 'a' }, { text }] },
    ['checklistItems[1].text'],
  ]),
  ...['true', 'false', '', 0, 1, {}, []].map((done): [object, string[]] => [
    { checklistItems: [{ text: 'a', done }] },
    ['checklistItems[0].done'],
  ]),
  ...['a', '', 5, null, true, ['a']].map((item): [object, string[]] => [
    { checklistItems: [item] },
    ['checklistItems[0]'],
  ]),
  [{ checklistItems: [{}] }, ['checklistItems[0].text']],
  [{ checklistItems: [{ done: true }] }, ['checklistItems[0].text']],
]

t.test('an invalid label or checklist item is named by its index (decisions 5, 8, 9 and 28)', async (t) => {
  const service = await startService(t)
  for (const [values, fields] of REFUSED_ITEMS) {
    const reply = await service.send(CREATE, { json: { ...MINIMAL, ...values } })
    expectInvalid(t, reply, fields, quote(values).slice(0, 60))
  }
})

t.test('checklist items within the bounds are stored, and done defaults to false (decision 9)', async (t) => {
  const service = await startService(t)
  const texts = ['a', 'a'.repeat(200), ASTRAL.repeat(200), ` ${'a'.repeat(198)} `, 'a']
  const sent = [...texts.map((text) => ({ text })), { text: 'b', done: null }, { text: 'c', done: true }]
  const { json } = await service.send(CREATE, { json: { ...MINIMAL, checklistItems: sent } })
  t.strictSame(
    json.checklistItems.map(({ text, done }: Json) => ({ text, done })),
    [...texts.map((text) => ({ text, done: false })), { text: 'b', done: false }, { text: 'c', done: true }],
  )
  const full = repeat(100, { text: 'a' })
  const reply = await service.send(CREATE, { json: { ...MINIMAL, checklistItems: full } })
  t.equal(reply.json.checklistItems.length, 100)
})

t.test('title and status are required', async (t) => {
  const service = await startService(t)
  await service.createTask()
  for (const request of [CREATE, REPLACE]) {
    expectInvalid(t, await service.send(request, { json: {} }), ['title', 'status'])
    expectInvalid(t, await service.send(request, { json: { title: 'A task' } }), ['status'])
    expectInvalid(t, await service.send(request, { json: { status: 'TODO' } }), ['title'])
  }
})

t.test('the message about an invalid title is always the same (decision 28)', async (t) => {
  const service = await startService(t)
  for (const title of [undefined, null, '', '  ', 5, 'a'.repeat(101)]) {
    const { json } = await service.send(CREATE, { json: { status: 'TODO', title } })
    t.strictSame(json.errors, { title: 'Title is required and must be between 1 and 100 characters' })
  }
})

t.test('null in an optional field is the same as leaving it out (decision 6)', async (t) => {
  const service = await startService(t)
  const optional = { description: null, priority: null, dueDate: null, labels: null, checklistItems: null }
  const { status, json } = await service.send(CREATE, { json: { ...MINIMAL, ...optional } })
  t.equal(status, 201)
  t.strictSame(json, aTask({}))
})

t.test('errors names all invalid fields of the body and the path (decisions 27 and 41)', async (t) => {
  const service = await startService(t)
  const json = {
    title: '',
    description: 'a'.repeat(501),
    status: 'X',
    priority: 'X',
    dueDate: '2026-02-30',
    labels: ['', 'a', 5],
    checklistItems: [{ text: '', done: 'x' }, { text: 'a' }, {}, 7],
  }
  const fields = [
    ...['title', 'description', 'status', 'priority', 'dueDate', 'labels[0]', 'labels[2]'],
    ...['checklistItems[0].text', 'checklistItems[0].done', 'checklistItems[2].text', 'checklistItems[3]'],
  ]
  expectInvalid(t, await service.send(CREATE, { json }), fields)
  expectInvalid(t, await service.send('PUT /api/v1/tasks/x', { json }), ['id', ...fields])
  expectInvalid(t, await service.send('POST /api/v1/tasks/x/reorder', { json: { targetIndex: -1 } }), [
    ...['id', 'targetIndex', 'targetStatus'],
  ])
})

t.test('errors names both a list that is too long and an invalid item in it (decision 27)', async (t) => {
  const service = await startService(t)
  const json = {
    ...MINIMAL,
    labels: ['', ...repeat(10, 'a')],
    checklistItems: [{ text: '' }, ...repeat(100, { text: 'a' })],
  }
  expectInvalid(t, await service.send(CREATE, { json }), [
    ...['labels', 'labels[0]', 'checklistItems', 'checklistItems[0].text'],
  ])
})

t.test('unknown and read-only fields are ignored with any value (decision 4)', async (t) => {
  const service = await startService(t)
  await service.createTask()
  const ignored = {
    id: 77,
    sortOrder: 'first',
    comments: [{ id: 1, text: 'Hi' }],
    attachments: 5,
    createdAt: 'never',
    updatedAt: null,
    owner: { name: 'Ada' },
    toString: 'x',
    hasOwnProperty: 1,
    constructor: { prototype: { priority: 'HIGH' } },
    '': [[[]]],
    'checklistItems[0].text': 5,
  }
  const item = { id: 'x', text: 'a', done: false, extra: 1, toString: 5, createdAt: null }
  const json = { ...MINIMAL, ...ignored, checklistItems: [item] }
  for (const request of [CREATE, REPLACE]) {
    const { id, sortOrder, ...task } = (await service.send(request, { json })).json
    t.not(id, 77)
    const [{ id: itemId }] = task.checklistItems
    t.ok(Number.isInteger(itemId))
    const checklistItems = [{ id: itemId, text: 'a', done: false }]
    t.strictSame({ id, sortOrder, ...task }, aTask({ id, sortOrder, checklistItems }), request)
  }
})

const POISONED = [
  '"__proto__":{"priority":"HIGH","description":"x"}',
  '"__proto__":null',
  '"\\u005f_proto__":{"priority":"HIGH"}',
  '"constructor":{"prototype":{"priority":"HIGH"}}',
  '"constructor":null',
  '"prototype":{"priority":"HIGH"}',
  '"toString":{"__proto__":{"priority":"HIGH"}}',
]

t.test('__proto__ and constructor are ignored like any unknown field (decision 4)', async (t) => {
  const service = await startService(t)
  const headers = { 'content-type': 'application/json' }
  for (const field of POISONED) {
    const body = `{"title":"A task","status":"TODO",${field},"checklistItems":[{"text":"a",${field}}]}`
    const { status, json } = await service.send(CREATE, { body, headers })
    t.equal(status, 201, field)
    const { id, sortOrder, checklistItems } = json
    t.strictSame(json, aTask({ id, sortOrder, checklistItems }), field)
    t.strictSame(checklistItems, [{ id: checklistItems[0].id, text: 'a', done: false }], field)
  }
  const inherited = '{"__proto__":{"title":"A task","status":"TODO"}}'
  expectInvalid(t, await service.send(CREATE, { body: inherited, headers }), ['title', 'status'])
  t.strictSame((await service.createTask()).priority, 'MEDIUM', 'later requests are unaffected')
})
