import t from 'tap'
import { expectError } from '../expect-error.js'
import { type Json, multipart } from '../helper.js'
import { big, MEBIBYTE, named, small, startWithTask } from '../upload.js'

t.test('decision 25: a file of 1,048,576 bytes is fine', async (t) => {
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

t.test('decision 25: one byte more is 400, names the file and the limit, and stores nothing', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const cases = {
    'alone.bin': [big('alone.bin')],
    'first.bin': [big('first.bin'), small('after.txt')],
    'last.bin': [small('before.txt'), small('other.txt'), big('last.bin')],
    'former.bin': [big('former.bin'), big('latter.bin')],
  }
  for (const [name, parts] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      const message = new RegExp(`${name}.*\\b1 MB\\b`)
      expectError(t, await upload(parts), { status: 400, path, message })
      t.strictSame(await stored(), [])
    })
  }
})

t.test('decision 25: more than 3 in one request are 400, the fourth is named', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const message = /d\.txt.*\b3\b/
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
  expectError(t, await upload(names.map(small)), { status: 400, path, message })
  t.strictSame(await stored(), [])
  t.equal((await upload(names.slice(0, 3).map(small))).status, 201)
})

t.test(
  'decision 25: more than 3 over several requests are 400, the first surplus file is named',
  async (t) => {
    const { upload, stored, path } = await startWithTask(t)
    await upload([small('1')])
    await upload([small('2')])
    expectError(t, await upload([small('fits.txt'), small('surplus.txt'), small('more.txt')]), {
      status: 400,
      path,
      message: /surplus\.txt.*\b3\b/,
    })
    t.strictSame(named(await stored()), ['1', '2'], 'all or nothing')
    t.equal((await upload([small('3')])).status, 201)
    expectError(t, await upload([small('4.txt')]), { status: 400, path, message: /4\.txt.*\b3\b/ })
    t.strictSame(named(await stored()), ['1', '2', '3'])
  },
)

t.test('decision 25: a deleted attachment makes room, and its id is not given again', async (t) => {
  const { upload, stored, send, path } = await startWithTask(t)
  const first = (await upload([small('1'), small('2'), small('3')])).json
  t.equal((await send(`DELETE ${path}/${first[2].id}`)).status, 204)
  const [next] = (await upload([small('4')])).json
  t.ok(next.id > first[2].id)
  t.strictSame(named(await stored()), ['1', '2', '4'])
})

t.test('decision 25: the limit of 3 is per task', async (t) => {
  const { upload, createTask, send } = await startWithTask(t)
  await upload([small('1'), small('2'), small('3')])
  const other = await createTask()
  const reply = await send(`POST /api/v1/tasks/${other.id}/attachments`, multipart([small('4')]))
  t.equal(reply.status, 201)
})

t.test('decision 25: files must be in parts named files', async (t) => {
  const { upload, stored, path } = await startWithTask(t)
  const cases = [
    { what: 'no part at all', parts: [], message: /files/ },
    { what: 'a form field only', parts: [{ name: 'note', content: 'x' }], message: /files/ },
    { what: 'a form field named files only', parts: [{ name: 'files', content: 'x' }], message: /files/ },
    {
      what: 'a file in file',
      parts: [{ ...small('wrong.txt'), name: 'file' }],
      message: /wrong\.txt.*files/,
    },
    { what: 'in Files', parts: [{ ...small('wrong.txt'), name: 'Files' }], message: /wrong\.txt.*files/ },
    { what: 'in files[]', parts: [{ ...small('wrong.txt'), name: 'files[]' }], message: /wrong\.txt.*files/ },
    {
      what: 'one right, one wrong',
      parts: [small('right.txt'), { ...small('wrong.txt'), name: 'file' }],
      message: /wrong\.txt.*files/,
    },
  ]
  for (const { what, parts, message } of cases) {
    await t.test(what, async (t) => {
      expectError(t, await upload(parts), { status: 400, path, message })
      t.strictSame(await stored(), [])
    })
  }
})

t.test('decision 25: form fields that are no files are ignored', async (t) => {
  const { upload, send, path } = await startWithTask(t)
  const fields = [
    { name: 'note', content: 'x' },
    { name: 'files', content: 'no file' },
    { name: '', content: 'x' },
    { name: 'text', type: 'text/plain; charset=UTF-16', content: 'x' },
    { name: 'long', content: 'x'.repeat(2 * MEBIBYTE) },
    { name: 'x'.repeat(5000), content: 'x' },
  ]
  for (const field of fields) {
    for (const parts of [
      [field, small('kept.txt')],
      [small('kept.txt'), field],
    ]) {
      await t.test(`${field.name.slice(0, 20)} ${parts.indexOf(field)}`, async (t) => {
        const reply = await upload(parts)
        t.equal(reply.status, 201)
        t.strictSame(named(reply.json), ['kept.txt'])
        t.equal((await send(`GET ${path}/${reply.json[0].id}`)).bytes.toString(), 'kept.txt')
        await send(`DELETE ${path}/${reply.json[0].id}`)
      })
    }
  }
})

t.test('decision 25: fields between the files change neither names nor media types', async (t) => {
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
