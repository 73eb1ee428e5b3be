import t from 'tap'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'

const TEXT_RULE = 'Text is required and must be between 1 and 1000 characters'
const UNSTORABLE = 'Text must not contain U+0000 or an unpaired surrogate'

const invalid: { what: string; json: unknown; errors: Record<string, string> }[] = [
  { what: 'decision 9: no text', json: {}, errors: { text: TEXT_RULE } },
  { what: 'decision 6: null', json: { text: null }, errors: { text: TEXT_RULE } },
  { what: 'decision 9: an empty text', json: { text: '' }, errors: { text: TEXT_RULE } },
  { what: 'decision 9: 1001 characters', json: { text: 'x'.repeat(1001) }, errors: { text: TEXT_RULE } },
  { what: 'decision 8: 1001 code points', json: { text: '😀'.repeat(1001) }, errors: { text: TEXT_RULE } },
  { what: 'decision 8: spaces only', json: { text: '   ' }, errors: { text: TEXT_RULE } },
  {
    what: 'decision 8: white space of Unicode only',
    json: { text: '\u00a0\u2003\u2028\ufeff\u3000\t\n' },
    errors: { text: TEXT_RULE },
  },
  { what: 'decision 5: a number', json: { text: 5 }, errors: { text: TEXT_RULE } },
  { what: 'decision 5: a boolean', json: { text: true }, errors: { text: TEXT_RULE } },
  { what: 'decision 5: a list', json: { text: ['x'] }, errors: { text: TEXT_RULE } },
  { what: 'decision 5: an object', json: { text: { text: 'x' } }, errors: { text: TEXT_RULE } },
  { what: 'decision 39: U+0000', json: { text: 'a\0b' }, errors: { text: UNSTORABLE } },
  { what: 'decision 39: a lone high surrogate', json: { text: 'a\ud800' }, errors: { text: UNSTORABLE } },
  { what: 'decision 39: a lone low surrogate', json: { text: '\udc00b' }, errors: { text: UNSTORABLE } },
]

t.test('an invalid text is refused on create and on update, and nothing changes', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Kept' } })).json
  const requests = [`POST /api/v1/tasks/${id}/comments`, `PUT /api/v1/tasks/${id}/comments/${comment.id}`]
  for (const { what, json, errors } of invalid) {
    for (const request of requests) {
      await t.test(`${what}: ${request}`, async (t) => {
        const path = request.split(' ')[1] as string
        const expected = { status: 400, path, message: 'Validation failed', errors }
        expectError(t, await service.send(request, { json }), expected)
      })
    }
  }
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [comment])
})

t.test('decision 7: a comment needs a JSON body', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Kept' } })).json
  const type = (value: string) => ({ 'content-type': value })
  const cases = [
    { what: 'none', options: {}, status: 400 },
    { what: 'an empty one', options: { headers: type('application/json') }, status: 400 },
    { what: 'broken', options: { headers: type('application/json'), body: '{"text":' }, status: 400 },
    { what: 'a string', options: { headers: type('application/json'), body: '"x"' }, status: 400 },
    { what: 'a list', options: { headers: type('application/json'), body: '[{"text":"x"}]' }, status: 400 },
    { what: 'plain text', options: { headers: type('text/plain'), body: 'x' }, status: 415 },
    {
      what: 'a form',
      options: { headers: type('application/x-www-form-urlencoded'), body: 'text=x' },
      status: 415,
    },
    {
      what: 'more than 1 MiB',
      options: { json: { text: 'x', more: 'x'.repeat(1_048_576) } },
      status: 413,
    },
  ]
  for (const request of [
    `POST /api/v1/tasks/${id}/comments`,
    `PUT /api/v1/tasks/${id}/comments/${comment.id}`,
  ]) {
    for (const { what, options, status } of cases) {
      await t.test(`${request}: ${what}`, async (t) => {
        const reply = await service.send(request, options)
        t.equal(reply.status, status)
        t.equal(reply.json.path, request.split(' ')[1])
      })
    }
  }
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.comments, [comment])
})

t.test('decision 7: a charset on the media type and a body on DELETE are fine', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  const created = await service.send(`POST /api/v1/tasks/${id}/comments`, { headers, body: '{"text":"é"}' })
  t.equal(created.status, 201)
  t.equal(created.json.text, 'é')
  const deleted = await service.send(`DELETE /api/v1/tasks/${id}/comments/${created.json.id}`, { headers })
  t.equal(deleted.status, 204)
})

t.test('decision 24: an unknown comment is 404, and so is one of another task', async (t) => {
  const service = await startService(t)
  const mine = await service.createTask()
  const other = await service.createTask()
  const comment = (await service.send(`POST /api/v1/tasks/${other.id}/comments`, { json: { text: 'x' } }))
    .json
  for (const id of [comment.id, 999, 9007199254740991]) {
    const path = `/api/v1/tasks/${mine.id}/comments/${id}`
    const expected = { status: 404, path, message: `Comment not found with id: ${id}` }
    expectError(t, await service.send(`PUT ${path}`, { json: { text: 'y' } }), expected)
    expectError(t, await service.send(`DELETE ${path}`), expected)
  }
  t.strictSame((await service.send(`GET /api/v1/tasks/${other.id}`)).json.comments, [comment])
})

t.test('section 7: a comment on an unknown task is 404', async (t) => {
  const service = await startService(t)
  const json = { text: 'x' }
  const expected = { status: 404, message: 'Task not found with id: 999' }
  const path = '/api/v1/tasks/999/comments'
  expectError(t, await service.send(`POST ${path}`, { json }), { ...expected, path })
  const one = `${path}/1`
  expectError(t, await service.send(`PUT ${one}`, { json }), { ...expected, path: one })
  expectError(t, await service.send(`DELETE ${one}`), { ...expected, path: one })
})

t.test('decision 17: an invalid comment on an unknown task is 400', async (t) => {
  const service = await startService(t)
  const path = '/api/v1/tasks/999/comments'
  const expected = { status: 400, message: 'Validation failed', errors: { text: TEXT_RULE } }
  expectError(t, await service.send(`POST ${path}`, { json: { text: '' } }), { ...expected, path })
  const one = `${path}/7`
  expectError(t, await service.send(`PUT ${one}`, { json: { text: '' } }), { ...expected, path: one })
})

t.test('decision 11: ids that are no positive integers in plain digits are 400', async (t) => {
  const service = await startService(t)
  const rule = 'must be an integer between 1 and 9007199254740991'
  for (const id of ['abc', '1.0', '1e0', '01', '0', '-1', '+1', '0x1', '9007199254740992', '%31%20', '١']) {
    await t.test(id, async (t) => {
      const url = encodeURI(decodeURI(id))
      const asTask = `/api/v1/tasks/${url}/comments`
      expectError(t, await service.send(`POST ${asTask}`, { json: { text: 'x' } }), {
        status: 400,
        path: asTask,
        message: 'Validation failed',
        errors: { id: `Id ${rule}` },
      })
      const asComment = `/api/v1/tasks/1/comments/${url}`
      expectError(t, await service.send(`DELETE ${asComment}`), {
        status: 400,
        path: asComment,
        message: 'Validation failed',
        errors: { commentId: `Comment id ${rule}` },
      })
    })
  }
})

t.test('decision 27: all offending fields of a comment request are named at once', async (t) => {
  const service = await startService(t)
  const path = '/api/v1/tasks/x/comments/0'
  const reply = await service.send(`PUT ${path}?page=1`, { json: { text: ' ' } })
  const rule = 'must be an integer between 1 and 9007199254740991'
  expectError(t, reply, {
    status: 400,
    path,
    message: 'Validation failed',
    errors: { id: `Id ${rule}`, commentId: `Comment id ${rule}`, text: TEXT_RULE },
  })
})
