import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { startWithTask } from '../../kit/upload.js'

const TYPE = 'multipart/form-data; boundary=b-7'
const FIRST = part('form-data; name="files"; filename="first.txt"', 'first')
const END = '--b-7--\r\n'

/** A part with one header, or several that are separated by line breaks. */
function part(disposition: string, content = 'content', delimiter = '--b-7\r\n'): string {
  return `${delimiter}Content-Disposition: ${disposition}\r\n\r\n${content}\r\n`
}

const file = (headers = '') => part(`form-data; name="files"; filename="a.txt"${headers}`)

/** Waits until the service has read a piece before it sends the next one. */
async function* sendOneByOne(pieces: string[]) {
  for (const piece of pieces) {
    yield Buffer.from(piece, 'latin1')
    await setImmediate()
  }
}

/** Uploads a body, and returns the response and what is stored. */
async function start(t: Test) {
  const { send, path } = await startWithTask(t)
  return {
    path,
    async upload(...pieces: string[]) {
      return send(`POST ${path}`, { body: Readable.from(sendOneByOne(pieces)), headers: { 'content-type': TYPE } })
    },
    async stored(): Promise<{ fileName: string; content: string }[]> {
      const { attachments } = (await send(`GET ${path.replace('/attachments', '')}`)).json
      const files = []
      for (const { id, fileName } of attachments) {
        files.push({ fileName, content: (await send(`GET ${path}/${id}`)).bytes.toString('latin1') })
        await send(`DELETE ${path}/${id}`)
      }
      return files
    },
  }
}

t.test('a part that cannot be read is 400, and the other files are not stored (decision 25)', async (t) => {
  const { path, upload, stored } = await start(t)
  const cases: Record<string, string> = {
    'no disposition': '--b-7\r\nContent-Type: text/plain\r\n\r\ncontent\r\n',
    'no headers': '--b-7\r\n\r\ncontent\r\n',
    'another disposition': part('inline; name="files"; filename="a.txt"'),
    'an attachment without a file name': part('attachment; name="files"'),
    'two dispositions': file('\r\nContent-Disposition: form-data; name="note"'),
    'a header without a colon': file('\r\nContent-Type text/plain'),
    'a header without a name': file('\r\n: text/plain'),
    'a header before the disposition without a colon': `--b-7\r\nX\r\n${file().slice('--b-7\r\n'.length)}`,
    'a line feed between headers': file('\nContent-Type: text/plain'),
    'a carriage return between headers': file('\rContent-Type: text/plain'),
    'a line feed after the delimiter': file().replace('--b-7\r\n', '--b-7\n'),
    'a line feed before the delimiter': `${file().replace(/\r\n$/, '\n')}${file()}`,
    'a carriage return before the delimiter': `${file().replace(/\r\n$/, '\r')}${file()}`,
    'a file after the end': `${END}${file()}`,
    'a file in base64': file('\r\nContent-Transfer-Encoding: base64'),
    'a file in quoted-printable': file('\r\nContent-Transfer-Encoding: Quoted-Printable'),
    'several files in one part (RFC 2388)': part(
      'form-data; name="files"\r\nContent-Type: Multipart/Mixed; boundary=c',
    ),
    'too much padding': `--b-7${' '.repeat(20_000)}\r\n${file()}`,
    'more than 1,000 parts': part('form-data; name="x"').repeat(1000),
  }
  for (const [name, damaged] of Object.entries(cases)) {
    expectError(t, await upload(FIRST + damaged + END), { status: 400, path })
    t.strictSame(await stored(), [], name)
  }
})

t.test('a body is read in the same way wherever it is split', async (t) => {
  const { upload, stored } = await start(t)
  const content = 'x\r\n--b-77\r\n--b'
  const body = part('form-data; name="files"; filename="a.txt"', content) + END
  for (let at = 1; at < body.length; at++) {
    t.equal((await upload(body.slice(0, at), body.slice(at))).status, 201, `${at}`)
    t.strictSame(await stored(), [{ fileName: 'a.txt', content }], `${at}`)
  }
})

t.test('a first part whose delimiter is within a line is not ignored (decision 25)', async (t) => {
  const { path, upload, stored } = await start(t)
  // Also the bytes of a byte order mark.
  for (const before of ['Hello', '\xef\xbb\xbf']) {
    expectError(t, await upload(before + FIRST + file() + END), { status: 400, path })
    t.strictSame(await stored(), [])
  }
})

t.test('a file that is sent in an unusual way is stored (RFC 2046, section 5.1.1)', async (t) => {
  const { upload, stored } = await start(t)
  const expected = { fileName: 'a.txt', content: 'content' }
  const cases: Record<string, [body: string, content?: string]> = {
    'spaces and tabs after the delimiters': [file().replace('--b-7', '--b-7 \t ') + END.replace('\r\n', ' \t\r\n')],
    'an attachment, as RestAssured.Net sends it': [part('attachment; name="files"; filename="a.txt"') + END],
    'a folded header': [part('form-data;\r\n name="files";\r\n\tfilename="a.txt"') + END],
    'text before the first part and after the last one': [`Hello\r\n${file()}${END}Goodbye`],
    'no line break at the end': [`${file()}--b-7--`],
    'a binary encoding': [`${file('\r\nContent-Transfer-Encoding: BINARY')}${END}`],
    '1,000 parts': [part('form-data; name="x"').repeat(999) + file() + END],
    'no content': [`${file().replace('\r\ncontent', '')}${END}`, ''],
    'headers in upper case': [file().replace('Content-Disposition', 'CONTENT-DISPOSITION') + END],
  }
  for (const [name, [body, content = expected.content]] of Object.entries(cases)) {
    t.equal((await upload(body)).status, 201, name)
    t.strictSame(await stored(), [{ ...expected, content }], name)
  }
})
