import t from 'tap'
import { expectError } from '../expect-error.js'
import { type Json, multipart, type Service, startService } from '../helper.js'

async function attach(service: Service, part: Parameters<typeof multipart>[0][number]) {
  const { id } = await service.createTask()
  const [attachment] = (await service.send(`POST /api/v1/tasks/${id}/attachments`, multipart([part]))).json
  return { task: id, id: attachment.id, path: `/tasks/${id}/attachments/${attachment.id}` }
}

const allBytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value))

const contents: Record<string, Buffer> = {
  'all 256 byte values': allBytes,
  'all of them backwards': Buffer.from(allBytes).reverse(),
  nothing: Buffer.alloc(0),
  'one zero byte': Buffer.alloc(1),
  'line ends': Buffer.from('\r\n\n\r\r\n--\r\n'),
  'what looks like a boundary': Buffer.from('\r\n--test-boundary-7MA4YWx\r\n--test-boundary\r\n'),
  'a byte order mark': Buffer.from('\ufefftext'),
  'invalid UTF-8': Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
}

t.test('decision 26: a download is the upload, byte for byte', async (t) => {
  const service = await startService(t)
  for (const [what, content] of Object.entries(contents)) {
    for (const type of ['application/octet-stream', 'text/plain; charset=utf-8', 'application/json']) {
      await t.test(`${what}, ${type}`, async (t) => {
        const { path } = await attach(service, { fileName: 'a.bin', type, content })
        const reply = await service.send(`GET /api/v1${path}`)
        t.equal(reply.status, 200)
        t.ok(reply.bytes.equals(content))
        t.equal(reply.headers['content-length'], String(content.length))
      })
    }
  }
})

t.test('decision 26: files that browsers would run are attachments and never guessed at', async (t) => {
  const service = await startService(t)
  const files = [
    { fileName: 'x.html', type: 'text/html', content: '<script>alert(1)</script>' },
    { fileName: 'x.svg', type: 'image/svg+xml', content: '<svg onload="alert(1)"/>' },
    { fileName: 'x.js', type: 'text/javascript', content: 'alert(1)' },
    { fileName: 'x.xhtml', type: 'application/xhtml+xml', content: '<html/>' },
    { fileName: 'x', content: '<html>' },
  ]
  for (const file of files) {
    await t.test(file.fileName, async (t) => {
      const { path } = await attach(service, file)
      const { headers } = await service.send(`GET /api/v1${path}`)
      t.match(headers['content-disposition'], /^attachment(;|$)/)
      t.equal(headers['x-content-type-options'], 'nosniff')
      t.match(headers['content-security-policy'], /default-src 'none'/)
    })
  }
})

t.test('decision 26: a JSON attachment comes back unchanged, also from the buggy variant', async (t) => {
  const service = await startService(t, {
    rates: {
      'server-error': 0,
      'slow-response': 0,
      'missing-fields': 1,
      'wrong-status': 1,
      pagination: 1,
      'date-mix': 1,
      'search-case': 1,
    },
  })
  const content =
    '{ "id": 1, "description": "x", "priority": "LOW", "createdAt": "2026-03-02T08:30:00Z",\n "totalPages": 3 }'
  const { path } = await attach(service, { fileName: 'task.json', type: 'application/json', content })
  for (const variant of ['v1', 'buggy']) {
    const reply = await service.send(`GET /api/${variant}${path}`)
    t.equal(reply.status, 200)
    t.equal(reply.bytes.toString(), content, variant)
  }
})

t.test('HEAD on an attachment answers like GET without the body', async (t) => {
  const service = await startService(t)
  const { path } = await attach(service, { fileName: 'a.txt', type: 'text/plain', content: 'hello' })
  const get = await service.send(`GET /api/v1${path}`)
  const head = await service.send(`HEAD /api/v1${path}`)
  t.equal(head.status, 200)
  t.equal(head.bytes.length, 0)
  for (const header of ['content-length', 'content-type', 'content-disposition']) {
    t.equal(head.headers[header], get.headers[header], header)
  }
})

t.test('decision 24: an unknown attachment is 404, and so is one of another task', async (t) => {
  const service = await startService(t)
  const other = await attach(service, { fileName: 'a', content: 'x' })
  const mine = await service.createTask()
  for (const id of [other.id, 999, 9007199254740991]) {
    const path = `/api/v1/tasks/${mine.id}/attachments/${id}`
    const expected = { status: 404, path, message: `Attachment not found with id: ${id}` }
    expectError(t, await service.send(`GET ${path}`), expected)
    expectError(t, await service.send(`DELETE ${path}`), expected)
  }
  t.equal((await service.send(`GET /api/v1${other.path}`)).status, 200)
})

t.test('section 7: an attachment of an unknown task is 404', async (t) => {
  const service = await startService(t)
  const path = '/api/v1/tasks/999/attachments/1'
  const expected = { status: 404, path, message: 'Task not found with id: 999' }
  expectError(t, await service.send(`GET ${path}`), expected)
  expectError(t, await service.send(`DELETE ${path}`), expected)
})

t.test('decision 23: deleting an attachment answers 204 and removes it alone', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = `/api/v1/tasks/${id}/attachments`
  const upload = multipart([
    { fileName: 'a', content: '1' },
    { fileName: 'b', content: '2' },
  ])
  const [first, second] = (await service.send(`POST ${path}`, upload)).json
  const reply = await service.send(`DELETE ${path}/${first.id}`)
  t.equal(reply.status, 204)
  t.equal(reply.bytes.length, 0)
  t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.attachments, [second])
  const gone = {
    status: 404,
    path: `${path}/${first.id}`,
    message: `Attachment not found with id: ${first.id}`,
  }
  expectError(t, await service.send(`DELETE ${path}/${first.id}`), gone)
  expectError(t, await service.send(`GET ${path}/${first.id}`), gone)
})

t.test('decision 19: attachments stay when their task is replaced or moved', async (t) => {
  const service = await startService(t)
  const { task, path } = await attach(service, { fileName: 'a', content: 'kept' })
  const { attachments } = (await service.send(`GET /api/v1/tasks/${task}`)).json
  const json = { title: 'Other', status: 'DONE', attachments: [] }
  t.strictSame((await service.send(`PUT /api/v1/tasks/${task}`, { json })).json.attachments, attachments)
  const moved = await service.send(`POST /api/v1/tasks/${task}/reorder`, {
    json: { targetStatus: 'TODO', targetIndex: 0 },
  })
  t.notOk('attachments' in moved.json)
  t.strictSame((await service.send(`GET /api/v1/tasks/${task}`)).json.attachments, attachments)
  t.equal((await service.send(`GET /api/v1${path}`)).bytes.toString(), 'kept')
})

t.test('section 4: deleting tasks deletes their attachments', async (t) => {
  const service = await startService(t)
  const one = await attach(service, { fileName: 'a', content: '1' })
  const two = await attach(service, { fileName: 'b', content: '2' })
  await service.send(`DELETE /api/v1/tasks/${one.task}`)
  t.equal((await service.send(`GET /api/v1${one.path}`)).status, 404)
  t.equal((await service.send(`GET /api/v1${two.path}`)).status, 200)
  await service.send('DELETE /api/v1/tasks', {})
  t.equal((await service.send(`GET /api/v1${two.path}`)).status, 404)
})

t.test('the list of tasks shows attachments without their bytes', async (t) => {
  const service = await startService(t)
  const { id } = await attach(service, { fileName: 'a', content: 'x'.repeat(100_000) })
  const reply = await service.send('GET /api/v1/tasks')
  t.strictSame(
    reply.json.content[0].attachments.map((attachment: Json) => Object.keys(attachment).sort()),
    [['contentType', 'fileName', 'fileSizeBytes', 'id', 'uploadedAt']],
  )
  t.equal(reply.json.content[0].attachments[0].id, id)
  t.ok(reply.bytes.length < 2000)
})
