import t from 'tap'
import { expectError } from '../expect-error.js'
import type { Json } from '../helper.js'
import { big, MEBIBYTE, named, small, startWithTask } from '../upload.js'

t.test('three files of 1 MiB each are stored (decision 25)', async (t) => {
  const { upload, send, path } = await startWithTask(t)
  const content = Buffer.alloc(MEBIBYTE, 'x')
  const reply = await upload([1, 2, 3].map((n) => ({ fileName: `${n}.bin`, content })))
  t.equal(reply.status, 201)
  t.strictSame(
    reply.json.map(({ fileSizeBytes }: Json) => fileSizeBytes),
    [MEBIBYTE, MEBIBYTE, MEBIBYTE],
  )
  t.ok((await send(`GET ${path}/${reply.json[2].id}`)).bytes.equals(content))
})

t.test('a file of 1 MiB and one byte is 400, and nothing is stored (decision 25)', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const cases = {
    'alone.bin': [big('alone.bin')],
    'first.bin': [big('first.bin'), small('after.txt')],
    'last.bin': [small('before.txt'), small('other.txt'), big('last.bin')],
    'former.bin': [big('former.bin'), big('latter.bin')],
  }
  for (const [name, parts] of Object.entries(cases)) {
    const message = new RegExp(`${name}.*\\b1 MB\\b`)
    expectError(t, await upload(parts), { status: 400, path, message })
    t.strictSame(await stored(), [], name)
  }
})

t.test('more than 3 files in one request are 400, and the message names the fourth (decision 25)', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const message = /d\.txt.*\b3\b/
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
  expectError(t, await upload(names.map(small)), { status: 400, path, message })
  t.strictSame(await stored(), [])
  t.equal((await upload(names.slice(0, 3).map(small))).status, 201)
})

t.test('more than 3 files over several requests are 400, and none of them is stored (decision 25)', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  await upload([small('1'), small('2')])
  expectError(t, await upload([small('fits.txt'), small('surplus.txt'), small('more.txt')]), {
    status: 400,
    path,
    message: /surplus\.txt.*\b3\b/,
  })
  t.strictSame(named(await stored()), ['1', '2'])
  t.equal((await upload([small('3')])).status, 201)
  expectError(t, await upload([small('4.txt')]), { status: 400, path, message: /4\.txt.*\b3\b/ })
  t.strictSame(named(await stored()), ['1', '2', '3'])
})

t.test('files must be in parts named files (decision 25)', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const cases = [
    { name: 'no part', parts: [], message: /files/ },
    { name: 'only a form field', parts: [{ name: 'note', content: 'x' }], message: /files/ },
    { name: 'only a form field named files', parts: [{ name: 'files', content: 'x' }], message: /files/ },
    ...['file', 'Files', 'files[]', 'constructor', '__proto__'].map((name) => ({
      name,
      parts: [small('right.txt'), { ...small('wrong.txt'), name }],
      message: /wrong\.txt.*files/,
    })),
  ]
  for (const { name, parts, message } of cases) {
    expectError(t, await upload(parts), { status: 400, path, message })
    t.strictSame(await stored(), [], name)
  }
})

t.test('form fields without a file are ignored (decision 25)', async (t) => {
  const { upload, send, path } = await startWithTask(t)
  const fields = [
    { name: 'note', content: 'x' },
    { name: 'files', content: 'not a file' },
    { name: '', content: 'x' },
    { name: '__proto__', content: 'x' },
    { name: 'constructor', content: 'x' },
    { name: 'json', type: 'application/json', content: '{"broken":' },
    { name: 'text', type: 'text/plain; charset=UTF-16', content: 'x' },
    { name: 'long', content: 'x'.repeat(2 * MEBIBYTE) },
    { name: 'x'.repeat(5000), content: 'x' },
  ]
  for (const field of fields) {
    for (const parts of [
      [field, small('kept.txt')],
      [small('kept.txt'), field],
    ]) {
      const name = `${field.name.slice(0, 20)} at ${parts.indexOf(field)}`
      const reply = await upload(parts)
      t.equal(reply.status, 201, name)
      t.strictSame(named(reply.json), ['kept.txt'], name)
      const attachment = `${path}/${reply.json[0].id}`
      t.equal((await send(`GET ${attachment}`)).bytes.toString(), 'kept.txt', name)
      await send(`DELETE ${attachment}`)
    }
  }
})

t.test('form fields between the files change neither names nor media types (decision 25)', async (t) => {
  const { upload } = await startWithTask(t)
  const field = { name: 'note', type: 'text/csv', content: 'x' }
  const reply = await upload([
    field,
    { fileName: 'a', type: 'image/png', content: '1' },
    { ...field, name: 'files' },
    { fileName: 'b', content: '2' },
    field,
    { fileName: 'c', type: 'image/gif', content: '3' },
  ])
  t.strictSame(
    reply.json.map(({ fileName, contentType }: Json) => [fileName, contentType]),
    [
      ['a', 'image/png'],
      ['b', 'application/octet-stream'],
      ['c', 'image/gif'],
    ],
  )
})

t.test('an upload has at most 1,000 parts (decision 40)', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const field = { name: 'a', content: '' }
  expectError(t, await upload([...Array(1000).fill(field), small('a.txt')]), { status: 400, path })
  expectError(t, await upload(Array(1001).fill(small('a.txt'))), { status: 400, path })
  t.strictSame(await stored(), [])
  t.equal((await upload([...Array(999).fill(field), small('a.txt')])).status, 201)
})
