import { MIMEType } from 'node:util'
import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { multipart, type Service, startService } from '../../kit/helper.js'
import { startWithTask } from '../../kit/upload.js'

const BOUNDARY = 'test-boundary-7MA4YWxk'

/** An upload of one part whose headers are given byte for byte. */
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

/** The file name in a `Content-Disposition` header (RFC 6266, section 4), parsed independently of the service. */
function fileNameOf(disposition = ''): string {
  const extended = /; *filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const quoted = /; *filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /; *filename=([^\s;"]+)/i.exec(disposition)?.[1] ?? ''
}

/** Uploads one file to a new task and downloads it. */
async function roundTrip(service: Service, upload: { headers: Record<string, string>; body: Buffer }) {
  const { id } = await service.createTask()
  const path = `/api/v1/tasks/${id}/attachments`
  const { status, json } = await service.send(`POST ${path}`, upload)
  const attachment = json[0] ?? {}
  return { status, attachment, download: await service.send(`GET ${path}/${attachment.id}`) }
}

const uploadOf = (fileName: string, type?: string) =>
  multipart([{ fileName, content: 'x', ...(type !== undefined && { type }) }])

const NAMES = [
  'plain.txt',
  'with space.txt',
  'größe.txt',
  'e\u0301 decomposed.txt',
  'emoji 😀👨‍👩‍👧.png',
  '文件 ファイル.pdf',
  "it's.txt",
  'a;b=c,d.txt',
  '100%.txt',
  'a%20b.txt',
  'a*b(c)[d]{e}<f>?.txt',
  'tab\there.txt',
  'control\u0001\u007f.txt',
  '...',
  ' leading and trailing ',
  '‮txt.exe',
  '€'.repeat(255),
  '😀'.repeat(255),
]

t.test('a file name is stored as sent and returned as RFC 6266 requires (decisions 25, 26 and 40)', async (t) => {
  const service = await startService(t)
  for (const fileName of NAMES) {
    const { status, attachment, download } = await roundTrip(service, uploadOf(fileName))
    t.equal(status, 201)
    t.equal(attachment.fileName, fileName)
    const disposition = download.headers['content-disposition'] as string
    t.match(disposition, /^attachment; [\x20-\x7e]+$/, 'the header is plain ASCII')
    t.equal(fileNameOf(disposition), fileName)
  }
})

t.test('every valid syntax of Content-Disposition gives the file name', async (t) => {
  const service = await startService(t)
  const cases = {
    'form-data; name="files"; filename="say \\"hi\\".txt"': 'say "hi".txt',
    'form-data; name="files"; filename*=UTF-8\'\'na%C3%AFve%20%F0%9F%98%80.txt': 'naïve 😀.txt',
    'form-data; name="files"; filename="na_ve.txt"; filename*=UTF-8\'\'na%C3%AFve.txt': 'naïve.txt',
    'form-data; name="files"; filename*=UTF-8\'\'na%C3%AFve.txt; filename="na_ve.txt"': 'naïve.txt',
    'form-data; name=files; filename=token.txt': 'token.txt',
    'form-data; filename="first.txt"; name="files"': 'first.txt',
    'FORM-DATA; NAME="files"; FILENAME="case.txt"': 'case.txt',
  }
  for (const [disposition, expected] of Object.entries(cases)) {
    const upload = onePart(`Content-Disposition: ${disposition}`)
    const { status, attachment, download } = await roundTrip(service, upload)
    t.equal(status, 201, disposition)
    t.equal(attachment.fileName, expected, disposition)
    t.equal(fileNameOf(download.headers['content-disposition']), expected, disposition)
  }
})

t.test('a path before a file name is removed (decision 40)', async (t) => {
  const service = await startService(t)
  for (const fileName of ['dir/a.txt', '../../a.txt', 'C:\\fakepath\\a.txt']) {
    const { status, attachment } = await roundTrip(service, uploadOf(fileName))
    t.equal(status, 201, fileName)
    t.equal(attachment.fileName, 'a.txt', fileName)
  }
})

t.test('an invalid file name is 400 and nothing is stored (decisions 25, 39, 40 and 48)', async (t) => {
  const { send, path, stored } = await startWithTask(t)
  const quoted = (name: string | Buffer) =>
    onePart(
      Buffer.concat([
        Buffer.from('Content-Disposition: form-data; name="files"; filename="'),
        Buffer.from(name),
        Buffer.from('"'),
      ]),
    )
  const extended = (value: string) => onePart(`Content-Disposition: form-data; name="files"; filename*=UTF-8''${value}`)
  const cases = {
    'an empty name': quoted(''),
    'a path without a name': quoted('dir/'),
    'a parent directory': quoted('..'),
    '256 characters': quoted('x'.repeat(256)),
    'Latin-1': quoted(Buffer.from('gr\xf6\xdfe.txt', 'latin1')),
    'an unpaired surrogate in three bytes': quoted(Buffer.from([0x61, 0xed, 0xa0, 0x80])),
    'a truncated character': quoted(Buffer.from([0x61, 0xf0, 0x9f])),
    'U+0000 as %00': extended('a%00b'),
    'invalid UTF-8 as %FF': extended('a%FFb'),
    'another charset': onePart(`Content-Disposition: form-data; name="files"; filename*=ISO-8859-1''gr%F6%DFe.txt`),
  }
  for (const [name, upload] of Object.entries(cases)) {
    expectError(t, await send(`POST ${path}`, upload), { status: 400, path })
    t.strictSame(await stored(), [], name)
  }
})

t.test('a file whose name has a line break is stored or refused, but never dropped', async (t) => {
  const { send, path } = await startWithTask(t)
  const upload = onePart(
    [
      'Content-Disposition: form-data; name="files"; filename="a.txt"',
      '',
      `first\r\n--${BOUNDARY}`,
      'Content-Disposition: form-data; name="files"; filename*=UTF-8\'\'b%0D%0ASet-Cookie%3A%20x.txt',
    ].join('\r\n'),
  )
  const reply = await send(`POST ${path}`, upload)
  if (reply.status === 400) return expectError(t, reply, { status: 400, path })
  t.equal(reply.status, 201)
  t.equal(reply.json.length, 2, 'one attachment per file')
  t.notOk('set-cookie' in (await send(`GET ${path}/${reply.json[1]?.id}`)).headers)
})

const LONGEST_TYPE = 'text/plain; x='.padEnd(1024, 'x')

t.test('a valid media type is stored with its parameters and returned (decisions 26 and 46)', async (t) => {
  const service = await startService(t)
  for (const type of [
    'text/plain; charset=iso-8859-1',
    'text/html',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'text/csv; header=present; charset=utf-8',
    'multipart/form-data; boundary=x',
    'application/x-name; title="a;b\\"c"',
    LONGEST_TYPE,
  ]) {
    const { attachment, download } = await roundTrip(service, uploadOf('a', type))
    const name = type.slice(0, 60)
    t.equal(new MIMEType(attachment.contentType).toString(), new MIMEType(type).toString(), name)
    t.equal(download.headers['content-type'], attachment.contentType, `${name}: exactly the stored type`)
  }
})

t.test('a missing or invalid media type becomes application/octet-stream (decisions 26 and 46)', async (t) => {
  const service = await startService(t)
  const tooLong = `${LONGEST_TYPE}x`
  for (const type of [undefined, '', ' ', 'nonsense', 'text/', '/plain', 'a b/c', 'té/x', tooLong]) {
    const { status, attachment, download } = await roundTrip(service, uploadOf('a', type))
    t.equal(status, 201)
    t.equal(attachment.contentType, 'application/octet-stream', `${type}`.slice(0, 60))
    t.equal(download.headers['content-type'], 'application/octet-stream', `${type}`.slice(0, 60))
  }
})

t.test('a file whose media type has characters beyond ASCII can be downloaded', async (t) => {
  const service = await startService(t)
  for (const type of ['text/plain; title="é"', 'text/plain; title="😀"']) {
    const { status, attachment, download } = await roundTrip(service, uploadOf('a', type))
    t.equal(status, 201, type)
    t.equal(download.status, 200, type)
    t.equal(download.headers['content-type'], attachment.contentType, type)
    t.equal(download.bytes.toString(), 'x', type)
  }
})
