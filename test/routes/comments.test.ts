import t from 'tap'
import { expectError } from '../expect-error.js'
import { START, startService } from '../helper.js'
import { addComment, getTask } from './board.js'
import { NOW, quote } from './expect.js'

t.test('creating a comment returns 201 with the comment, and the task shows it (decision 23)', async (t) => {
  const service = await startService(t)
  const task = await service.createTask()
  const reply = await service.send(`POST /api/v1/tasks/${task.id}/comments`, { json: { text: 'First' } })
  t.equal(reply.status, 201)
  t.type(reply.json.id, 'number')
  t.strictSame(reply.json, { id: reply.json.id, text: 'First', createdAt: NOW, updatedAt: NOW })
  t.strictSame(await getTask(service, task.id), { ...task, comments: [reply.json] })
})

t.test('updating a comment keeps createdAt and refreshes updatedAt (decision 23)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = await addComment(service, id, 'Old')
  service.clock.now = START + 61_999
  const json = { text: 'New' }
  const reply = await service.send(`PUT /api/v1/tasks/${id}/comments/${comment.id}`, { json })
  t.equal(reply.status, 200)
  t.strictSame(reply.json, { ...comment, text: 'New', updatedAt: '2026-03-02T08:31:01Z' })
  t.strictSame((await getTask(service, id)).comments, [reply.json])
})

t.test('deleting a comment returns 204 and removes only that comment (decision 23)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const first = await addComment(service, id, '1')
  const second = await addComment(service, id, '2')
  const path = `/api/v1/tasks/${id}/comments/${first.id}`
  const reply = await service.send(`DELETE ${path}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  t.strictSame((await getTask(service, id)).comments, [second])
  const message = `Comment not found with id: ${first.id}`
  expectError(t, await service.send(`DELETE ${path}`), { status: 404, path, message })
})

t.test('comments are in the order of their creation, on the task and in lists (decision 93)', async (t) => {
  const { send, createTask } = await startService(t)
  const { id } = await createTask()
  const texts = ['b', 'c', 'a']
  for (const text of texts) await send(`POST /api/v1/tasks/${id}/comments`, { json: { text } })
  const task = (await send(`GET /api/v1/tasks/${id}`)).json
  const [listed] = (await send('GET /api/v1/tasks')).json.content
  for (const { comments } of [task, listed])
    t.match(
      comments,
      texts.map((text) => ({ text })),
    )
})

t.test('a text of 1 to 1000 code points is stored as sent (decisions 8 and 9)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const texts = [
    'x',
    'x'.repeat(1000),
    '😀'.repeat(1000),
    '  padded\t\n',
    '<b>&amp;</b> "\'\\',
    "'; DROP TABLE comment; --",
    '\u0001\u007f\u2028\ufeffx',
    '__proto__',
  ]
  for (const text of texts) {
    const created = await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text } })
    t.strictSame([created.status, created.json.text], [201, text], `create ${quote(text).slice(0, 40)}`)
    const path = `/api/v1/tasks/${id}/comments/${created.json.id}`
    const updated = await service.send(`PUT ${path}`, { json: { text } })
    t.strictSame([updated.status, updated.json.text], [200, text], `update ${quote(text).slice(0, 40)}`)
  }
  const { comments } = await getTask(service, id)
  t.strictSame(
    comments.map(({ text }: { text: string }) => text),
    texts,
  )
})

const TEXT_RULE = 'Text is required and must be between 1 and 1000 characters'
const UNSTORABLE = 'Text must not contain U+0000 or an unpaired surrogate'

const INVALID_BODIES: [json: object, message: string][] = [
  [{}, TEXT_RULE],
  ...[
    ...[null, '', 'x'.repeat(1001), '😀'.repeat(1001), '   ', '\u00a0\u2003\u2028\ufeff\u3000\t\n'],
    ...[5, true, ['x'], { text: 'x' }],
  ].map((text): [object, string] => [{ text }, TEXT_RULE]),
  ...['a\0b', 'a\ud800', '\udc00b'].map((text): [object, string] => [{ text }, UNSTORABLE]),
]

t.test('an invalid text is 400 and changes nothing (decisions 5, 6, 8, 9 and 39)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = await addComment(service, id)
  const path = `/api/v1/tasks/${id}/comments`
  for (const [json, message] of INVALID_BODIES) {
    for (const [method, target] of [
      ['POST', path],
      ['PUT', `${path}/${comment.id}`],
    ] as const) {
      const expected = { status: 400, message: 'Validation failed', errors: { text: message } }
      expectError(t, await service.send(`${method} ${target}`, { json }), { ...expected, path: target })
    }
  }
  t.strictSame((await getTask(service, id)).comments, [comment])
})

t.test('unknown and read-only fields of a comment are ignored (decision 4)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = `/api/v1/tasks/${id}/comments`
  const body =
    '{"id":99,"text":"x","createdAt":"2000-01-01T00:00:00Z","updatedAt":5,"author":"me",' +
    '"__proto__":{"text":5},"constructor":{"prototype":1}}'
  const headers = { 'content-type': 'application/json' }
  const { status, json: created } = await service.send(`POST ${path}`, { headers, body })
  t.equal(status, 201)
  t.not(created.id, 99)
  t.strictSame(created, { id: created.id, text: 'x', createdAt: NOW, updatedAt: NOW })
  const updated = await service.send(`PUT ${path}/${created.id}`, { json: { ...created, text: 'y' } })
  t.strictSame(updated.json, { ...created, text: 'y' })
})
