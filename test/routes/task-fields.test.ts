import t from 'tap'
import { type Json, type Service, startService } from '../helper.js'
import { aTask, expectInvalid, quote } from './expect.js'

const MINIMAL = { title: 'A task', status: 'TODO' }
/** One character beyond the basic plane: one code point, two UTF-16 units. */
const ASTRAL = '😀'

/** Runs a check with both operations that take a task. */
async function forBoth(service: Service, check: (request: string) => Promise<void>): Promise<void> {
  const { id } = await service.createTask()
  await check('POST /api/v1/tasks')
  await check(`PUT /api/v1/tasks/${id}`)
}

const repeat = (length: number, item: Json) => Array.from({ length }, () => item)

const ACCEPTED: [string, Json[]][] = [
  ['title', ['a', '7', 'a'.repeat(100), ASTRAL.repeat(100), ` ${'a'.repeat(98)} `, `${' '.repeat(99)}a`]],
  ['description', ['', ' ', '\n\t', 'a'.repeat(500), ASTRAL.repeat(500), ' '.repeat(500)]],
  ['status', ['TODO', 'IN_PROGRESS', 'DONE']],
  ['priority', ['LOW', 'MEDIUM', 'HIGH', 'URGENT']],
  ['dueDate', ['2026-03-02', '2024-02-29', '2000-02-29', '1970-01-01', '1999-12-31', '9999-12-31']],
  [
    'labels',
    [
      [],
      ['a'],
      ['b', 'a', 'b', 'b'],
      ['a', 'A'],
      repeat(10, 'a'),
      ['a'.repeat(100)],
      [ASTRAL.repeat(100)],
      [' a '],
    ],
  ],
]

t.test('sections 2 and 8, decisions 8 to 10: values up to the bounds are taken as they are', async (t) => {
  const service = await startService(t)
  await forBoth(service, async (request) => {
    for (const [field, values] of ACCEPTED) {
      for (const value of values) {
        const { status, json } = await service.send(request, { json: { ...MINIMAL, [field]: value } })
        t.equal(status, request.startsWith('POST') ? 201 : 200, `${request} ${field}`)
        t.strictSame(json[field], value, `${request} ${field}`)
      }
    }
  })
})

const WRONG_TYPES = [5, 0, true, false, {}, { length: 3 }]
const NO_DATES = [
  ...['', ' ', 'tomorrow', '2026-03', '2026-3-2', '26-03-02', '20260302', '2026/03/02', '02-03-2026'],
  ...['2026-02-30', '2026-02-29', '1900-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10'],
  ...['2026-01-00', '2026-01-32', '2026-W10-1', '2026-061', '-2026-03-02', '+002026-03-02', '12026-03-02'],
  ...['2026-03-02T00:00:00Z', '2026-03-02 ', ' 2026-03-02', '2026-03-02\n', '２０２６-03-02', '2026-0a-02'],
]

const REFUSED: [string, Json[]][] = [
  ['title', ['', 'a'.repeat(101), ASTRAL.repeat(101), ' '.repeat(101), null, ['a'], ...WRONG_TYPES]],
  ['description', ['a'.repeat(501), ASTRAL.repeat(501), ' '.repeat(501), ['a'], ...WRONG_TYPES]],
  ['status', ['', 'todo', 'Todo', 'TODO ', 'OPEN', 'IN PROGRESS', null, ['TODO'], ...WRONG_TYPES]],
  ['priority', ['', 'medium', ' LOW', 'CRITICAL', ['LOW'], ...WRONG_TYPES]],
  ['dueDate', [...NO_DATES, ['2026-03-02'], ...WRONG_TYPES]],
  ['labels', ['', 'a', 'a,b', repeat(11, 'a'), ...WRONG_TYPES]],
  ['checklistItems', ['', 'a', repeat(101, { text: 'a' }), ...WRONG_TYPES]],
]

t.test(
  'sections 2 and 8, decisions 5, 8 to 10: values beyond the bounds and of other types are 400',
  async (t) => {
    const service = await startService(t)
    await forBoth(service, async (request) => {
      for (const [field, values] of REFUSED) {
        for (const value of values) {
          const reply = await service.send(request, { json: { ...MINIMAL, [field]: value } })
          expectInvalid(t, reply, [field], `${request} ${field} ${quote(value).slice(0, 40)}`)
        }
      }
    })
    t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 1, 'nothing was created')
  },
)

const REFUSED_ITEMS: [object, string[]][] = [
  ...['', ' ', 'a'.repeat(101), ASTRAL.repeat(101), null, 5, true, {}, ['a']].map(
    (label): [object, string[]] => [{ labels: ['a', label] }, ['labels[1]']],
  ),
  ...['', ' ', 'a'.repeat(201), ASTRAL.repeat(201), null, 5, true, {}, ['a']].map(
    (text): [object, string[]] => [{ checklistItems: [{ text: 'a' }, { text }] }, ['checklistItems[1].text']],
  ),
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

t.test('decisions 5, 8, 9 and 28: what is wrong with a label or an item is named by its index', async (t) => {
  const service = await startService(t)
  await forBoth(service, async (request) => {
    for (const [values, fields] of REFUSED_ITEMS) {
      const reply = await service.send(request, { json: { ...MINIMAL, ...values } })
      expectInvalid(t, reply, fields, `${request} ${quote(values).slice(0, 60)}`)
    }
  })
})

t.test('section 8, decision 9: checklist items up to the bounds; done defaults to false', async (t) => {
  const service = await startService(t)
  const texts = ['a', 'a'.repeat(200), ASTRAL.repeat(200), ` ${'a'.repeat(198)} `, 'a']
  await forBoth(service, async (request) => {
    const sent = [...texts.map((text) => ({ text })), { text: 'b', done: null }, { text: 'c', done: true }]
    const { json } = await service.send(request, { json: { ...MINIMAL, checklistItems: sent } })
    t.strictSame(
      json.checklistItems.map(({ text, done }: Json) => ({ text, done })),
      [
        ...texts.map((text) => ({ text, done: false })),
        { text: 'b', done: false },
        { text: 'c', done: true },
      ],
    )
    const full = repeat(100, { text: 'a' })
    const reply = await service.send(request, { json: { ...MINIMAL, checklistItems: full } })
    t.equal(reply.json.checklistItems.length, 100)
  })
})

t.test('section 2: title and status are required', async (t) => {
  const service = await startService(t)
  await forBoth(service, async (request) => {
    expectInvalid(t, await service.send(request, { json: {} }), ['title', 'status'])
    expectInvalid(t, await service.send(request, { json: { title: 'A task' } }), ['status'])
    expectInvalid(t, await service.send(request, { json: { status: 'TODO' } }), ['title'])
  })
})

t.test('decision 28: the message about a title', async (t) => {
  const service = await startService(t)
  await forBoth(service, async (request) => {
    for (const title of [undefined, null, '', '  ', 5, 'a'.repeat(101)]) {
      const { json } = await service.send(request, { json: { status: 'TODO', title } })
      t.strictSame(json.errors, { title: 'Title is required and must be between 1 and 100 characters' })
    }
  })
})

t.test('decision 6: null for an optional field means the same as leaving it out', async (t) => {
  const service = await startService(t)
  const optional = { description: null, priority: null, dueDate: null, labels: null, checklistItems: null }
  const { status, json } = await service.send('POST /api/v1/tasks', { json: { ...MINIMAL, ...optional } })
  t.equal(status, 201)
  t.strictSame(json, aTask({}))
})

t.test('decision 27: all offending fields are named at once, of path and body together', async (t) => {
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
  expectInvalid(t, await service.send('POST /api/v1/tasks', { json }), fields)
  expectInvalid(t, await service.send('PUT /api/v1/tasks/1', { json }), fields)
  expectInvalid(t, await service.send('PUT /api/v1/tasks/x', { json }), ['id', ...fields])
  expectInvalid(t, await service.send('POST /api/v1/tasks/x/reorder', { json: { targetIndex: -1 } }), [
    'id',
    'targetIndex',
    'targetStatus',
  ])
})

t.test('decision 27: a list that is too long and an item of it that is wrong are both named', async (t) => {
  const service = await startService(t)
  const json = {
    ...MINIMAL,
    labels: ['', ...repeat(10, 'a')],
    checklistItems: [{ text: '' }, ...repeat(100, { text: 'a' })],
  }
  expectInvalid(t, await service.send('POST /api/v1/tasks', { json }), [
    ...['labels', 'labels[0]', 'checklistItems', 'checklistItems[0].text'],
  ])
})

t.test('decision 4: unknown and read-only fields are ignored, whatever they hold', async (t) => {
  const service = await startService(t)
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
  await forBoth(service, async (request) => {
    const reply = await service.send(request, { json })
    const { id, sortOrder } = reply.json
    t.not(id, 77)
    const [{ id: itemId }] = reply.json.checklistItems
    t.ok(Number.isInteger(itemId))
    t.strictSame(
      reply.json,
      aTask({ id, sortOrder, checklistItems: [{ id: itemId, text: 'a', done: false }] }),
    )
  })
})

const POISONED = [
  '"__proto__":{"priority":"HIGH","description":"x"}',
  '"__proto__":null',
  '"__proto__":5',
  '"\\u005f_proto__":{"priority":"HIGH"}',
  '"constructor":{"prototype":{"priority":"HIGH"}}',
  '"constructor":null',
  '"constructor":"x"',
  '"prototype":{"priority":"HIGH"}',
  '"toString":{"__proto__":{"priority":"HIGH"}}',
]

t.test('decision 4: __proto__ and constructor are ignored like any unknown field', async (t) => {
  const service = await startService(t)
  const headers = { 'content-type': 'application/json' }
  for (const field of POISONED) {
    const body = `{"title":"A task","status":"TODO",${field},"checklistItems":[{"text":"a",${field}}]}`
    const { status, json } = await service.send('POST /api/v1/tasks', { body, headers })
    t.equal(status, 201, field)
    const { id, sortOrder, checklistItems } = json
    t.strictSame(json, aTask({ id, sortOrder, checklistItems }), field)
    t.strictSame(checklistItems, [{ id: checklistItems[0].id, text: 'a', done: false }], field)
  }
  const inherited = '{"__proto__":{"title":"A task","status":"TODO"}}'
  expectInvalid(t, await service.send('POST /api/v1/tasks', { body: inherited, headers }), [
    'title',
    'status',
  ])
  t.strictSame((await service.createTask()).priority, 'MEDIUM', 'later requests are untouched')
})
