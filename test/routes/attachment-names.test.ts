import { MIMEType } from 'node:util'
import t from 'tap'
import { expectError } from '../expect-error.js'
import { multipart, type Service, startService } from '../helper.js'

const BOUNDARY = 'test-boundary-7MA4YWxk'

/** The body of an upload whose one part has headers of the test's own, byte for byte. */
function onePart(headers: string | Buffer) {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n`),
      Buffer.from(headers),
      Buffer.from(`\r\n\r\ncontent\r\n--${BOUNDARY}--\r\n`),
    ]),
  }
}

/** The file name that a `Content-Disposition` gives (RFC 6266, section 4), read independently of the service. */
function fileNameOf(disposition: string): string {
  const extended = /; *filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const quoted = /; *filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /; *filename=([^\s;"]+)/i.exec(disposition)?.[1] ?? ''
}

/** Uploads one file to a task of its own; what is stored, and how it is downloaded. */
async function roundTrip(service: Service, upload: { headers: Record<string, string>; body: Buffer }) {
  const { id } = await service.createTask()
  const uploaded = await service.send(`POST /api/v1/tasks/${id}/attachments`, upload)
  const attachment = uploaded.json[0] ?? {}
  const download = await service.send(`GET /api/v1/tasks/${id}/attachments/${attachment.id}`)
  return { status: uploaded.status, attachment, download }
}

const names = [
  'plain.txt',
  'with space.txt',
  'größe.txt',
  'e\u0301 decomposed.txt',
  'emoji 😀👨‍👩‍👧.png',
  '文件 ファイル.pdf',
  'מסמך.txt',
  "it's.txt",
  'a;b=c,d.txt',
  '100%.txt',
  'a%20b.txt',
  'a*b(c)[d]{e}<f>?.txt',
  'tab\there.txt',
  'control\u0001\u007f.txt',
  '.hidden',
  'no extension',
  '...',
  ' leading and trailing ',
  '‮txt.exe',
  '€'.repeat(255),
  '😀'.repeat(255),
]

t.test('decision 26: a name is stored as it was sent and comes back by RFC 6266', async (t) => {
  const service = await startService(t)
  for (const fileName of names) {
    await t.test(JSON.stringify(fileName).slice(0, 40), async (t) => {
      const { status, attachment, download } = await roundTrip(
        service,
        multipart([{ fileName, content: 'x' }]),
      )
      t.equal(status, 201)
      t.equal(attachment.fileName, fileName)
      const disposition = download.headers['content-disposition'] as string
      t.match(disposition, /^attachment; /)
      t.match(disposition, /^[\x20-\x7e]+$/, 'the header is plain ASCII')
      t.equal(fileNameOf(disposition), fileName)
    })
  }
})

t.test('RFC 7578: quotes in a name may be escaped by a backslash', async (t) => {
  const service = await startService(t)
  const { attachment, download } = await roundTrip(
    service,
    onePart('Content-Disposition: form-data; name="files"; filename="say \\"hi\\".txt"'),
  )
  t.equal(attachment.fileName, 'say "hi".txt')
  t.equal(fileNameOf(download.headers['content-disposition'] as string), 'say "hi".txt')
})

t.test('decision 25: the ways in which a part says its name', async (t) => {
  const service = await startService(t)
  const cases = {
    'form-data; name="files"; filename*=UTF-8\'\'na%C3%AFve%20%F0%9F%98%80.txt': 'naïve 😀.txt',
    'form-data; name=files; filename=token.txt': 'token.txt',
    'form-data; filename="first.txt"; name="files"': 'first.txt',
    'FORM-DATA; NAME="files"; FILENAME="case.txt"': 'case.txt',
  }
  for (const [disposition, expected] of Object.entries(cases)) {
    await t.test(disposition, async (t) => {
      const { status, attachment } = await roundTrip(service, onePart(`Content-Disposition: ${disposition}`))
      t.equal(status, 201)
      t.equal(attachment.fileName, expected)
    })
  }
})

t.test('RFC 7578: of a name with a path the last part counts', async (t) => {
  const service = await startService(t)
  for (const fileName of ['dir/a.txt', '/etc/a.txt', '../../a.txt', 'C:\\fakepath\\a.txt', './a.txt']) {
    const { status, attachment } = await roundTrip(service, multipart([{ fileName, content: 'x' }]))
    t.equal(status, 201, fileName)
    t.equal(attachment.fileName, 'a.txt', fileName)
  }
})

t.test('names that cannot be kept are 400 and nothing is stored', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = `/api/v1/tasks/${id}/attachments`
  const quoted = (name: string | Buffer) =>
    onePart(
      Buffer.concat([
        Buffer.from('Content-Disposition: form-data; name="files"; filename="'),
        Buffer.from(name),
        Buffer.from('"'),
      ]),
    )
  const extended = (value: string) =>
    onePart(`Content-Disposition: form-data; name="files"; filename*=UTF-8''${value}`)
  const cases = {
    'an empty name': quoted(''),
    'a path without a name': quoted('dir/'),
    'the folder itself': quoted('..'),
    '256 characters': quoted('x'.repeat(256)),
    'decision 25: Latin-1': quoted(Buffer.from('gr\xf6\xdfe.txt', 'latin1')),
    'decision 39: a lone surrogate in three bytes': quoted(Buffer.from([0x61, 0xed, 0xa0, 0x80])),
    'decision 39: a cut character': quoted(Buffer.from([0x61, 0xf0, 0x9f])),
    'decision 39: U+0000 escaped': extended('a%00b'),
    'decision 25: bytes that are not UTF-8, escaped': extended('a%FFb'),
  }
  for (const [what, upload] of Object.entries(cases)) {
    await t.test(what, async (t) => {
      expectError(t, await service.send(`POST ${path}`, upload), { status: 400, path })
      t.strictSame((await service.send(`GET /api/v1/tasks/${id}`)).json.attachments, [])
    })
  }
})

t.test('section 4: a file whose name has a line break is stored or refused, never dropped', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const path = `/api/v1/tasks/${id}/attachments`
  const upload = onePart(
    [
      'Content-Disposition: form-data; name="files"; filename="a.txt"',
      '',
      `first\r\n--${BOUNDARY}`,
      'Content-Disposition: form-data; name="files"; filename*=UTF-8\'\'b%0D%0ASet-Cookie%3A%20x.txt',
    ].join('\r\n'),
  )
  const reply = await service.send(`POST ${path}`, upload)
  if (reply.status === 400) return expectError(t, reply, { status: 400, path })
  t.equal(reply.status, 201)
  t.equal(reply.json.length, 2, 'one attachment per file')
  const { headers } = await service.send(`GET ${path}/${reply.json[1]?.id}`)
  t.notOk('set-cookie' in headers)
})

t.test('decision 26: the media type of a part is stored and comes back', async (t) => {
  const service = await startService(t)
  const types = [
    'text/plain',
    'text/plain; charset=utf-8',
    'text/plain; charset=iso-8859-1',
    'text/html',
    'application/json',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'image/svg+xml',
    'application/xml',
    'text/csv; header=present; charset=utf-8',
    'multipart/form-data; boundary=x',
    'application/x-name; title="a;b\\"c"',
  ]
  for (const type of types) {
    await t.test(type, async (t) => {
      const { attachment, download } = await roundTrip(
        service,
        multipart([{ fileName: 'a', type, content: '5' }]),
      )
      t.equal(new MIMEType(attachment.contentType).toString(), new MIMEType(type).toString())
      t.equal(download.headers['content-type'], attachment.contentType, 'exactly the stored media type')
    })
  }
})

t.test('decision 26: a missing or invalid media type is application/octet-stream', async (t) => {
  const service = await startService(t)
  const types = [
    undefined,
    '',
    ' ',
    'nonsense',
    'text/',
    '/plain',
    'a b/c',
    'text/plain/x',
    ';charset=utf-8',
    'té/x',
    `text/${'x'.repeat(1020)}`,
  ]
  for (const type of types) {
    await t.test(`${type}`, async (t) => {
      const part = { fileName: 'a', content: 'x', ...(type !== undefined && { type }) }
      const { status, attachment, download } = await roundTrip(service, multipart([part]))
      t.equal(status, 201)
      t.equal(attachment.contentType, 'application/octet-stream')
      t.equal(download.headers['content-type'], 'application/octet-stream')
    })
  }
})

t.test('media types with characters beyond ASCII can be downloaded again', async (t) => {
  const service = await startService(t)
  for (const type of ['text/plain; title="é"', 'text/plain; title="😀"', 'text/plain; title="€"']) {
    const { status, attachment, download } = await roundTrip(
      service,
      multipart([{ fileName: 'a', type, content: 'x' }]),
    )
    t.equal(status, 201, type)
    t.equal(download.status, 200, type)
    t.equal(download.headers['content-type'], attachment.contentType, type)
    t.equal(download.bytes.toString(), 'x', type)
  }
})
