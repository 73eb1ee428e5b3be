import t from 'tap'
import * as look from './look.js'
import type { Observed } from './observed.js'

const observe = (exchange: Partial<Observed>) => exchange as Observed
const sending = (name: string, value: string) =>
  observe({ sentHeader: (other) => (other === name ? value : undefined) })
const receiving = (received: unknown) => observe({ received })

t.test('values of another type are empty', async (t) => {
  t.strictSame([look.fieldsOf('a'), look.listOf('a'), look.listOf([{ id: 1 }, 5])], [{}, [], [{ id: 1 }, {}]])
  t.strictSame([look.tasksIn(receiving({ content: [{ id: 1 }] })), look.tasksIn(receiving(null))], [[{ id: 1 }], []])
  t.strictSame([look.lengthOf('🚀a'), look.lengthOf(['a'])], [2, 0])
  t.strictSame([look.textOf('a'), look.textOf(5)], ['a', ''])
})

t.test('ids and numbers', async (t) => {
  for (const [path, task, last] of [
    ['/api/v1/tasks/12/comments/34', '12', '34'],
    ['/api/v1/tasks/12/comments', '12', false],
    ['/api/v1/tasks', false, false],
    ['/api/v1/12', false, '12'],
  ] as const) {
    t.strictSame([look.taskIdIn(observe({ path })), look.lastIdIn(observe({ path }))], [task, last], path)
  }
  const unread = observe({
    json: '{"id":12,"title":"a"}',
    get received() {
      throw new Error('The response is parsed')
    },
  })
  t.equal(look.idIn(unread), '12')
  t.equal(look.idIn(observe({ json: '{"a":{"id":1,"b":2}}', received: { a: { id: 1, b: 2 } } })), false)
  t.equal(look.idIn(observe({ json: '{"a":1,"id":12}', received: { a: 1, id: 12 } })), '12')
  t.equal(look.numberIn(observe({ json: '{"title":"a","sortOrder":"12"}' }), 'sortOrder'), 12)
  t.ok(Number.isNaN(look.numberIn(observe({ json: '{}' }), 'totalElements')))
})

t.test('errors', async (t) => {
  const error = receiving({ message: 'Task not found', errors: { title: 'is blank' } })
  t.strictSame([look.hasErrorFor(error, 'title'), look.hasErrorFor(error, 'status')], [true, false])
  t.strictSame([look.hasMessage(error, 'not found'), look.hasMessage(error, 'Comment')], [true, false])
})

t.test('texts', async (t) => {
  t.equal(look.searchedText({ title: 'a', description: null, labels: ['b', 'c'] }), 'a\n\nb\nc')
  t.strictSame(['~\x7f', 'a\x80', 'é'].map(look.hasOtherThanAscii), [false, true, true])
  t.match(look.fingerprint('a'), /^[\w-]{12}$/)
  t.equal(look.pathBelow('/api/buggy/tasks/2/api/v1', 3), '/tasks/2/api/v1/3')
  t.equal(look.pathBelow('/a/api/v1/tasks'), '/a/api/v1/tasks')
})

t.test('the media type of JSON', async (t) => {
  const types = ['application/json', 'Application/JSON; charset=utf-8', 'application/json  ;a']
  for (const type of types) t.ok(look.isJson(sending('content-type', type)), type)
  for (const type of ['xapplication/json', 'application/jsonl', 'application/json a;b', '']) {
    t.notOk(look.isJson(sending('content-type', type)), type)
  }
})

t.test('the token of a request', async (t) => {
  const key = look.fingerprint('a.b')
  for (const sent of ['Bearer a.b', 'bearer  a.b']) t.equal(look.sentToken(sending('authorization', sent)), key, sent)
  for (const sent of ['Bearer a.b c', 'x Bearer a.b', 'Bearera.b', 'a.b']) {
    t.equal(look.sentToken(sending('authorization', sent)), false, sent)
  }
  t.equal(look.sentToken(sending('prefer', 'a')), false)
})

t.test('the checklist items of a task, if the request and the response have as many', async (t) => {
  const [one, two] = [[{ id: 1 }], [{ id: 1 }, { id: 2 }]]
  const keys = (sent: unknown, received: unknown) =>
    look.itemKeys(observe({ sent: { checklistItems: sent }, received: { id: 7, checklistItems: received } }), 2)
  t.strictSame([keys(two, two), keys(one, two), keys(two, one)], [['7 1', '7 2'], [], []])
})

t.test('an attempt is its method, path, query and body', async (t) => {
  const request = (values: Partial<Observed> = {}) =>
    observe({ method: 'PUT', path: '/a', query: new URLSearchParams('b=1'), sentHash: 'c', ...values })
  const [known, withoutBody] = [look.attemptOf(request()), look.attemptOf(request({ sentHash: '' }))]
  t.match(known, /^PUT [\w-]{12}$/)
  const others = [{ method: 'GET' }, { path: '/b' }, { query: new URLSearchParams('b=2') }, { sentHash: 'd' }]
  t.equal(new Set([known, withoutBody, ...others.map((values) => look.attemptOf(request(values)))]).size, 6)
  t.strictSame(look.repeatedBy(request()), [known, withoutBody])
  t.strictSame(look.repeatedBy(request({ sentHash: '' })), [withoutBody])
  const sent = request()
  t.equal(look.repeatedBy(sent), look.repeatedBy(sent), 'the keys are computed once')
})
