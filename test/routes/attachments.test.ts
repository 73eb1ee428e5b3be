import t from 'tap'
import { expectError } from '../expect-error.js'
import { type Json, multipart, START } from '../helper.js'
import { big, named, small, startWithTask } from '../upload.js'

const NOW = '2026-03-02T08:30:00Z'

t.test('section 4: an upload answers 201 with an attachment per file, in order', async (t) => {
  const { upload, task, send } = await startWithTask(t)
  const reply = await upload([
    { fileName: 'b.txt', type: 'text/plain', content: 'hello' },
    { fileName: 'a.bin', content: Buffer.from([0, 255, 128]) },
    { fileName: 'b.txt', type: 'image/png', content: '' },
  ])
  t.equal(reply.status, 201)
  const ids = reply.json.map(({ id }: Json) => id)
  t.strictSame(reply.json, [
    { id: ids[0], fileName: 'b.txt', contentType: 'text/plain', fileSizeBytes: 5, uploadedAt: NOW },
    {
      id: ids[1],
      fileName: 'a.bin',
      contentType: 'application/octet-stream',
      fileSizeBytes: 3,
      uploadedAt: NOW,
    },
    { id: ids[2], fileName: 'b.txt', contentType: 'image/png', fileSizeBytes: 0, uploadedAt: NOW },
  ])
  t.equal(new Set(ids).size, 3)
  t.strictSame((await send(`GET /api/v1/tasks/${task.id}`)).json, { ...task, attachments: reply.json })
})

t.test('section 4: one file is answered as an array of one', async (t) => {
  const { upload } = await startWithTask(t)
  const reply = await upload([small('one.txt')])
  t.equal(reply.status, 201)
  t.strictSame(named(reply.json), ['one.txt'])
})

t.test('decision 22: attachments leave updatedAt alone; uploadedAt is the moment of upload', async (t) => {
  const { upload, send, task, clock, path } = await startWithTask(t)
  clock.now = START + 90_000
  const [attachment] = (await upload([small('a')])).json
  t.equal(attachment.uploadedAt, '2026-03-02T08:31:30Z')
  t.equal((await send(`GET /api/v1/tasks/${task.id}`)).json.updatedAt, NOW)
  await send(`DELETE ${path}/${attachment.id}`)
  t.equal((await send(`GET /api/v1/tasks/${task.id}`)).json.updatedAt, NOW)
})

t.test('decision 17: an unknown task is 404, but an invalid upload to it is 400', async (t) => {
  const { send } = await startWithTask(t)
  const path = '/api/v1/tasks/999/attachments'
  expectError(t, await send(`POST ${path}`, multipart([small('a')])), {
    status: 404,
    path,
    message: 'Task not found with id: 999',
  })
  const invalid = {
    'no file': [],
    'too many': ['a', 'b', 'c', 'd'].map(small),
    'too large': [big('big')],
    'wrong part': [{ ...small('a'), name: 'file' }],
  }
  for (const [what, parts] of Object.entries(invalid)) {
    await t.test(what, async (t) => {
      expectError(t, await send(`POST ${path}`, multipart(parts)), { status: 400, path })
    })
  }
})

t.test('decision 11: ids in the paths of attachments', async (t) => {
  const { send, stored } = await startWithTask(t)
  const rule = 'must be an integer between 1 and 9007199254740991'
  const message = 'Validation failed'
  for (const id of ['abc', '1.0', '1e0', '01', '0', '-1', '9007199254740992']) {
    await t.test(id, async (t) => {
      const upload = `/api/v1/tasks/${id}/attachments`
      const errors = { id: `Id ${rule}` }
      const reply = await send(`POST ${upload}`, multipart([small('a')]))
      expectError(t, reply, { status: 400, path: upload, message, errors })
      const path = `/api/v1/tasks/1/attachments/${id}`
      const expected = { status: 400, path, message, errors: { attachmentId: `Attachment id ${rule}` } }
      expectError(t, await send(`GET ${path}`), expected)
      expectError(t, await send(`DELETE ${path}`), expected)
    })
  }
  t.strictSame(await stored(), [])
})

t.test('decision 7: an upload without a body is 400, with another media type 415', async (t) => {
  const { send, path, stored } = await startWithTask(t)
  expectError(t, await send(`POST ${path}`), { status: 400, path })
  const { body } = multipart([small('a')])
  for (const type of [
    'multipart/mixed; boundary=test-boundary-7MA4YWxk',
    'text/plain',
    'image/png',
    'nonsense',
  ]) {
    const reply = await send(`POST ${path}`, { headers: { 'content-type': type }, body })
    expectError(t, reply, { status: 415, path })
  }
  expectError(t, await send(`POST ${path}`, { json: { files: ['a'] } }), { status: 415, path })
  t.strictSame(await stored(), [])
})

t.test('RFC 2046: the boundary may be quoted, the names of header and parameter in any case', async (t) => {
  const { send, path } = await startWithTask(t)
  const { body } = multipart([small('a')])
  for (const type of [
    'multipart/form-data; boundary="test-boundary-7MA4YWxk"',
    'Multipart/Form-Data; Boundary=test-boundary-7MA4YWxk',
    'multipart/form-data; charset=utf-8; boundary=test-boundary-7MA4YWxk',
  ]) {
    const reply = await send(`POST ${path}`, { headers: { 'content-type': type }, body })
    t.equal(reply.status, 201, type)
    t.strictSame(named(reply.json), ['a'])
  }
})

t.test('RFC 2046: text before the first part and after the last is ignored', async (t) => {
  const { send, path } = await startWithTask(t)
  const { headers, body } = multipart([small('a')])
  const padded = Buffer.concat([Buffer.from('Before\r\n'), body, Buffer.from('After\r\n')])
  const reply = await send(`POST ${path}`, { headers, body: padded })
  t.equal(reply.status, 201)
  t.strictSame(named(reply.json), ['a'])
})

t.test('section 5: uploads of v2 need a token, and v2 and buggy share the files of v1', async (t) => {
  const { send, task, login, stored } = await startWithTask(t)
  const path = `tasks/${task.id}/attachments`
  t.equal((await send(`POST /api/v2/${path}`, multipart([small('a')]))).status, 403)
  t.strictSame(await stored(), [])
  const { token } = await login('user', 'user123')
  const uploaded = await send(`POST /api/v2/${path}`, { ...multipart([small('a')]), token })
  t.equal(uploaded.status, 201)
  const one = `${path}/${uploaded.json[0].id}`
  t.equal((await send(`GET /api/buggy/${one}`)).bytes.toString(), 'a')
  t.equal((await send(`GET /api/v2/${one}`)).status, 403)
  t.equal((await send(`DELETE /api/v2/${one}`)).status, 403)
  t.equal((await send(`DELETE /api/buggy/${one}`)).status, 204)
  t.strictSame(await stored(), [])
})
