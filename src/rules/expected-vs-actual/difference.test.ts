import t from 'tap'
import { jsonResponse } from '../../../test/kit/bodies.js'
import { exchangeOf } from '../../../test/kit/evidence.js'
import { differenceOf } from './difference.js'
import { evidenceOf } from './evidence.js'
import { cancelledFaults, workOfFaults } from './fault-work.js'

const TASK = {
  id: 12,
  title: 'Buy milk',
  priority: 'LOW',
  labels: ['home', 'shop'],
  createdAt: '2026-03-02T08:30:00Z',
  updatedAt: '2026-03-02T08:30:00Z',
}

const headers = (expected: Record<string, string>, actual: Record<string, string>) =>
  differenceOf(jsonResponse(null, { headers: expected }), jsonResponse(null, { headers: actual }))

t.test('compares the status and the headers that clients read', async (t) => {
  t.same(differenceOf(jsonResponse(TASK, { status: 201 }), jsonResponse(TASK)), [
    { at: 'status', kind: 'value', expected: 201, actual: 200 },
  ])
  t.same(headers({ location: '/api/v1/tasks/1', allow: 'GET' }, { allow: 'GET, PUT', 'retry-after': '1' }), [
    { at: 'headers.location', kind: 'missing', expected: '/api/v1/tasks/1' },
    { at: 'headers.allow', kind: 'value', expected: 'GET', actual: 'GET, PUT' },
    { at: 'headers.retry-after', kind: 'added', actual: '1' },
  ])
  t.same(headers({ allow: 'GET' }, {}), [{ at: 'headers.allow', kind: 'missing', expected: 'GET' }])
  t.same(headers({}, { allow: 'GET' }), [{ at: 'headers.allow', kind: 'added', actual: 'GET' }])
  t.same(headers({ date: 'x', 'x-request-id': '1', etag: 'a' }, { date: 'y' }), [], 'no other headers')
})

for (const [name, one, other, isEqual] of [
  ['content-type', 'application/json', 'application/json; charset=utf-8', true],
  ['content-type', 'text/plain;charset="UTF-8"', 'Text/Plain', true],
  ['content-type', 'text/plain; charset=iso-8859-1', 'text/plain; charset=utf-8', false],
  ['content-type', 'multipart/form-data; a=1; BOUNDARY=x', 'multipart/form-data;boundary=x;a=1;', true],
  ['content-type', 'application/json', 'text/plain', false],
  ['allow', 'GET, HEAD,POST', 'POST, GET, HEAD', true],
  ['allow', 'GET', 'GET, HEAD', false],
  ['cache-control', 'no-store, max-age=0', 'Max-Age=0,no-store', true],
  ['cache-control', 'no-store', 'private', false],
  ...['location', 'retry-after', 'www-authenticate', 'preference-applied', 'content-disposition'].map(
    (name) => [name, 'a', 'b', false] as const,
  ),
] as const) {
  t.test(`${name}: ${one} and ${other} ${isEqual ? 'mean the same' : 'differ'}`, async (t) => {
    t.equal(headers({ [name]: one }, { [name]: other }).length, isEqual ? 0 : 1)
    t.equal(headers({ [name]: other }, { [name]: one }).length, isEqual ? 0 : 1)
  })
}

t.test('compares bodies that are not JSON as a whole', async (t) => {
  const bodies = (expected: string | null, actual: string | null, lengths: [number?, number?] = []) =>
    differenceOf(
      jsonResponse(0, { body: expected, bytes: lengths[0] ?? 0 }),
      jsonResponse(0, { body: actual, bytes: lengths[1] ?? 0 }),
    )
  t.same(bodies('one', 'two'), [{ at: 'body', kind: 'value', expected: 'one', actual: 'two' }])
  t.same(bodies('{"a":1}', '{"a":'), [{ at: 'body', kind: 'value', expected: '{"a":1}', actual: '{"a":' }])
  t.same(bodies('one', null), [{ at: 'body', kind: 'missing', expected: 'one' }])
  t.same(bodies('', '{"message":"Done"}'), [{ at: 'body', kind: 'added', actual: '{"message":"Done"}' }])
  t.same(bodies('', null), [])
  t.same(bodies('{"status":404}', 'null'), [{ at: 'body', kind: 'type', expected: { status: 404 }, actual: null }])
  t.same(bodies(null, null, [2048, 2048]), [], 'files of the same length')
  t.same(bodies(null, null, [2048, 1024]), [
    { at: 'body', kind: 'value', expected: '2048 bytes', actual: '1024 bytes' },
  ])
})

t.test('shows long texts from shortly before their first difference', async (t) => {
  const [difference] = differenceOf(
    jsonResponse({ text: `${'a'.repeat(300)}x${'b'.repeat(300)}` }),
    jsonResponse({ text: `${'a'.repeat(300)}y` }),
  )
  t.match(difference?.expected, /^…a{40}xb{157}…$/)
  t.match(difference?.actual, /^…a{40}y$/)
  const [start] = differenceOf(jsonResponse({ text: '😀'.repeat(300) }), jsonResponse({ text: 'y' }))
  t.equal(start?.expected, `${'😀'.repeat(99)}…`, 'characters stay whole')
  t.equal(start?.actual, 'y')
  const emoji = '😀'.repeat(100)
  // 40 code units before the difference is the second half of a character.
  const [middle] = differenceOf(jsonResponse({ text: `${emoji}xa` }), jsonResponse({ text: `${emoji}xb` }))
  t.match(middle?.actual, /^…(😀)+xb$/u, 'characters stay whole')
})

t.test('shows large values in part', async (t) => {
  const list = Array.from({ length: 30 }, (_, index) => index)
  const many = Object.fromEntries(list.map((index) => [`member${index}`, index]))
  const [, ...added] = differenceOf(
    jsonResponse({}),
    jsonResponse({
      _: 0,
      list,
      many,
      deep: { a: { b: { c: 1 } } },
      heavy: Object.fromEntries(list.map((index) => [index, 'x'.repeat(100)])),
    }),
  )
  const values = Object.fromEntries(added.map(({ at, actual }) => [at, actual]))
  t.same(values['body.list'], [...list.slice(0, 20), '…'])
  t.equal(Object.keys(values['body.many'] as object).length, 21)
  t.same(values['body.deep'], { a: { b: '…' } })
  t.match(values['body.heavy'], /^\{"0":"x{100}",.*…$/, 'as JSON text')
})

t.test('shows at most 20 items that are left out, by id and name, and at most 100 ids', async (t) => {
  const tasks = Array.from({ length: 130 }, (_, index) => ({ id: `${index}`, title: 'x'.repeat(100) }))
  const [missing] = differenceOf(jsonResponse({ content: tasks }), jsonResponse({ content: [] }))
  const items = missing?.expected as unknown[]
  t.equal(items.length, 21)
  t.same(items[0], { id: '0', title: `${'x'.repeat(59)}…` })
  t.equal(items[20], '…')
  const [order] = differenceOf(jsonResponse(tasks), jsonResponse([...tasks].reverse()))
  t.match(order, { kind: 'order', items: 'task', actual: { length: 101 } })
})

t.test('tasks that are left out and another order of the others are two differences', async (t) => {
  const body = (...ids: number[]) => jsonResponse({ content: ids.map((id) => ({ id, title: `Task ${id}` })) })
  t.same(differenceOf(body(1, 2, 3, 4), body(4, 3, 1, 5)), [
    { at: 'body.content', kind: 'missing', items: 'task', expected: [{ id: 2, title: 'Task 2' }] },
    { at: 'body.content', kind: 'added', items: 'task', actual: [{ id: 5, title: 'Task 5' }] },
    { at: 'body.content', kind: 'order', items: 'task', expected: [1, 3, 4], actual: [4, 3, 1] },
  ])
})

t.test('an item that is added between two items of a long list does not hide their order', async (t) => {
  const [first, second, ...others] = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, text: 'a' }))
  const kinds = (actual: unknown[]) =>
    differenceOf(jsonResponse([first, second, ...others]), jsonResponse(actual)).map(({ kind }) => kind)
  t.same(kinds([second, { id: 999, text: 'b' }, first, ...others]), ['added', 'order'])
  t.same(kinds([first, { id: 999, text: 'b' }, second, ...others]), ['added'])
})

t.test('an error and a success are compared as a whole', async (t) => {
  const error = { status: 400, message: 'Validation failed' }
  t.same(differenceOf(jsonResponse({ id: 12, title: 'a' }), jsonResponse(error, { status: 400 })), [
    { at: 'status', kind: 'value', expected: 200, actual: 400 },
    { at: 'body', kind: 'value', expected: { id: 12, title: 'a' }, actual: error },
  ])
})

t.test('members with the names of inherited members are members like others', async (t) => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const body = (value: string) => jsonResponse(0, { body: value })
    t.match(differenceOf(body(`{"${name}":1}`), body('{}')), [{ at: `body.${name}`, kind: 'missing' }])
    t.match(differenceOf(body('{"a":1}'), body(`{"${name}":{"a":1}}`)), [
      { at: 'body.a', kind: 'missing', expected: 1 },
      { at: `body.${name}`, kind: 'added', actual: { a: 1 } },
    ])
  }
})

t.test('matches items without an id by position', async (t) => {
  const body = (list: unknown[]) => jsonResponse({ list })
  t.same(differenceOf(body([{ a: 1 }, { a: 2 }]), body([{ a: 1 }, { a: 3 }])), [
    { at: 'body.list[1].a', kind: 'value', expected: 2, actual: 3 },
  ])
  t.same(differenceOf(body([{ a: 1 }, { a: 2 }]), body([{ a: 1 }])), [
    { at: 'body.list', kind: 'missing', items: 'item', expected: [{ a: 2 }] },
  ])
  t.same(differenceOf(body([1, { a: 1 }]), body([1, { a: 2 }])), [
    { at: 'body.list', kind: 'value', expected: [1, { a: 1 }], actual: [1, { a: 2 }] },
  ])
})

t.test('names the task to which a list belongs', async (t) => {
  const body = (labels: unknown[], ...ids: number[]) =>
    jsonResponse({ id: 1, title: 'a', labels, comments: ids.map((id) => ({ id, text: 'x' })) })
  const [labels, comments] = ['body.labels', 'body.comments'].map((at) => ({ at, of: 'task 1' }))
  const found = differenceOf(body(['a', null, 'b'], 1, 2, 4), body([null, 'b', 'a'], 4, 2, 3, 2))
  t.same(found, [
    { ...labels, kind: 'order', expected: ['a', null, 'b'], actual: [null, 'b', 'a'] },
    { ...comments, kind: 'missing', items: 'comment', expected: [{ id: 1, text: 'x' }] },
    { ...comments, kind: 'added', items: 'comment', actual: [{ id: 3, text: 'x' }] },
    { ...comments, kind: 'repeated', items: 'comment', actual: [{ id: 2, text: 'x' }] },
  ])
  t.match(differenceOf(body(['a', {}]), body([{}, 'a'])), [{ ...labels, kind: 'value' }])
  t.match(differenceOf(body(['a']), body(['b'])), [{ ...labels, kind: 'value' }])
})

t.test('names the subject of a difference, and quotes unusual members', async (t) => {
  const upload = [{ id: 5, fileName: 'a.txt' }]
  t.match(differenceOf(jsonResponse(upload), jsonResponse([{ id: 5, fileName: 'b.txt' }])), [
    { at: 'body[0].fileName', of: 'attachment 5' },
  ])
  const checklist = (done: boolean) => jsonResponse({ ...TASK, checklistItems: [{ id: 2, text: 'x', done }] })
  t.match(differenceOf(checklist(true), checklist(false)), [
    { at: 'body.checklistItems[0].done', of: 'checklist item 2 of task 12' },
  ])
  t.match(differenceOf(jsonResponse({ id: 1, username: 'a' }), jsonResponse({ id: 1, username: 'b' })), [
    { at: 'body.username', of: 'user 1' },
  ])
  const errors = (message: string) => jsonResponse({ errors: { 'labels[0]': message } })
  t.same(differenceOf(errors('a'), errors('b')), [
    { at: 'body.errors["labels[0]"]', kind: 'value', expected: 'a', actual: 'b' },
  ])
})

t.test('a recorded exchange has the differences that were stored with it, or else those of its texts', async (t) => {
  const exchange = exchangeOf({}, 200, '{"id":1,"title":"a"}')
  const expected = { ...exchange.response, body: { text: '{"id":1,"title":"b"}', bytes: 20 } }
  t.same(evidenceOf(null, ['date-mix']), { exchange: null, difference: [], changed: ['date-mix'], work: [] })
  t.same(evidenceOf(exchange, []).difference, [])
  t.same(evidenceOf({ ...exchange, expected, delay: 3400 }, []).difference, [
    { at: 'body.title', kind: 'value', of: 'task 1', expected: 'b', actual: 'a' },
    { at: 'time', kind: 'delay', actual: 3400 },
  ])
  const stored = [{ at: 'body', kind: 'value' as const, expected: 'a', actual: 'b' }]
  t.same(evidenceOf({ ...exchange, expected, difference: stored }, []).difference, stored)
  const slow = { at: 'body', kind: 'delay', actual: 500 }
  const evidence = evidenceOf({ ...exchange, expected, difference: stored, work: [], bodyDelay: 500 }, [])
  t.same([evidence.difference, evidence.work], [[...stored, slow], [slow]])
  for (const [mark, entry] of [
    ['replaced', { at: 'status', kind: 'value', actual: 200 }],
    ['unknown', { at: 'response', kind: 'unknown' }],
  ] as const) {
    t.same(evidenceOf({ ...exchange, [mark]: true }, []).difference, [entry], mark)
    t.same(evidenceOf({ ...exchange, [mark]: true, difference: stored }, []).difference, stored, mark)
  }
})

t.test('faults changed what differs before and after them, or are cancelled if no place shows them', async (t) => {
  const created = jsonResponse(TASK, { status: 201 })
  const returned = jsonResponse(TASK)
  const dates = (createdAt: unknown, updatedAt: unknown) => jsonResponse({ ...TASK, createdAt, updatedAt })
  const status = { at: 'status', kind: 'value', expected: 201, actual: 200 }
  const date = { at: 'body.createdAt', kind: 'type', of: 'task 12', expected: TASK.createdAt, actual: 5 }
  t.same(workOfFaults({ read: created, sent: returned }), [status])
  t.same(workOfFaults({ before: created, read: returned, sent: dates(5, TASK.updatedAt) }), [status, date])
  const numbers = { read: returned, sent: dates(5, 5) }
  for (const [expected, cancelled] of [
    [returned, []],
    [dates(5, 5), ['date-mix']],
    [dates(5, TASK.updatedAt), []],
    [jsonResponse([]), []],
  ] as const) {
    t.same(cancelledFaults(['wrong-status', 'date-mix'], numbers, expected), cancelled)
  }
})
