import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { COMPRESSED_BYTES_MIN } from '../../src/contract/limits.js'
import { ADMIN_TOKEN, createBoard } from '../kit/board.js'
import { type Json, multipart, NO_FAULTS, ownStore, type Reply, type Service, startService } from '../kit/helper.js'
import { startProcess } from '../kit/process.js'
import { startListening } from '../kit/raw-http.js'

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Labels that make a task larger than 1 kB. */
const LABELS = Array.from({ length: 10 }, (_, index) => String(index).repeat(100))

const ask = (coding: string) => ({ headers: { 'accept-encoding': coding } })
const varies = ({ headers }: Reply) => /(^|, )accept-encoding(,|$)/i.test(headers.vary ?? '')

/** Starts a service with a list and a task of more than 1 kB. */
async function startFull(t: Test, options = {}): Promise<Service> {
  const service = await startService(t, options)
  for (let count = 0; count < 20; count++)
    await service.createTask({ title: `Task ${count}`, description: 'ä'.repeat(500) })
  return service
}

/** Expects that a response is compressed, and otherwise the same as the response without `Accept-Encoding`. */
function expectCompressed(t: Test, compressed: Reply, plain: Reply, coding: string, path: string) {
  t.equal(compressed.status, plain.status, path)
  t.equal(compressed.headers['content-encoding'], coding, path)
  t.equal(String(DECODERS[coding]?.(compressed.bytes)), String(plain.bytes), path)
  t.ok(compressed.bytes.length < plain.bytes.length, path)
  t.ok(varies(compressed) && varies(plain), `${path}: caches must distinguish the codings`)
  t.notOk('content-encoding' in plain.headers, path)
}

const TEXTS = [
  '/api/v1/tasks',
  '/api/v1/tasks?search=task',
  '/api/v1/tasks/1',
  '/api/v2/tasks',
  '/api/buggy/tasks',
  '/api/v1/openapi.json',
  '/openapi.yaml',
  '/defects',
]

for (const coding of ['br', 'gzip']) {
  t.test(`compresses texts with ${coding}, for GET and HEAD (decision 126)`, async (t) => {
    const { send, login } = await startFull(t)
    const { token } = await login()
    for (const path of TEXTS) {
      const options = path.includes('v2') ? { token } : {}
      const plain = await send(`GET ${path}`, options)
      // The second response may use what the first has rendered.
      for (let turn = 0; turn < 2; turn++) {
        const compressed = await send(`GET ${path}`, { ...options, ...ask(coding), unchecked: true })
        expectCompressed(t, compressed, plain, coding, path)
        t.equal(compressed.headers['content-length'], String(compressed.bytes.length), path)
        const head = await send(`HEAD ${path}`, { ...options, ...ask(coding) })
        t.equal(head.bytes.length, 0)
        for (const name of ['content-length', 'content-encoding', 'content-type', 'vary']) {
          t.equal(head.headers[name], compressed.headers[name], `${name} of ${path}`)
        }
      }
      const head = await send(`HEAD ${path}`, options)
      t.equal(head.headers['content-length'], plain.headers['content-length'], path)
    }
  })

  t.test(`compresses pages and the files of pages with ${coding}`, async (t) => {
    const { send } = await startFull(t)
    for (const path of ['/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css']) {
      const plain = await send(`GET ${path}`)
      const compressed = await send(`GET ${path}`, ask(coding))
      expectCompressed(t, compressed, plain, coding, path)
      t.notOk('accept-ranges' in compressed.headers)
      const head = await send(`HEAD ${path}`, ask(coding))
      for (const name of ['content-length', 'content-encoding', 'content-type', 'vary', 'etag']) {
        t.equal(head.headers[name], compressed.headers[name], `${name} of ${path}`)
      }
      t.equal((await send(`HEAD ${path}`)).headers['content-length'], String(plain.bytes.length))
    }
  })
}

for (const [accepted, coding] of [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['zstd', undefined],
  ['gzip;q=0, br;q=0', undefined],
  ['*;q=0', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['nonsense;;q=, gzip', 'gzip'],
] as const) {
  t.test(`Accept-Encoding: ${accepted ?? '(none)'} gets ${coding ?? 'no coding'}`, async (t) => {
    const { send } = await startFull(t)
    const plain = await send('GET /api/v1/tasks')
    const reply = await send('GET /api/v1/tasks', accepted === undefined ? {} : { ...ask(accepted), unchecked: true })
    t.equal(reply.headers['content-encoding'], coding)
    t.equal(String(coding === undefined ? reply.bytes : DECODERS[coding]?.(reply.bytes)), String(plain.bytes))
    t.ok(varies(reply))
  })
}

t.test('does not compress responses of less than 1 KiB', async (t) => {
  const { send, createTask } = await startService(t)
  await createTask()
  const checklistItems = Array(2).fill({ text: 'x'.repeat(150) })
  const store = (length: number) =>
    send('PUT /api/v1/tasks/1', {
      json: { title: 'A task', status: 'TODO', description: 'x'.repeat(length), checklistItems },
    })
  const rest = COMPRESSED_BYTES_MIN - (await store(1)).bytes.length + 1
  for (const [length, coding] of [
    [rest - 1, undefined],
    [rest, 'gzip'],
  ] as const) {
    t.equal((await store(length)).status, 200)
    const reply = await send('GET /api/v1/tasks/1', { ...ask('gzip'), unchecked: true })
    t.equal(reply.headers['content-encoding'], coding)
    t.ok(varies(reply), 'the header does not depend on the size')
  }
})

t.test('does not compress tokens, downloads, snapshots, ranges and changes', async (t) => {
  const service = await startFull(t, { adminToken: ADMIN_TOKEN })
  const board = await createBoard(service)
  const large = JSON.stringify({ text: 'x'.repeat(5000) })
  await service.send(
    'POST /api/v1/tasks/1/attachments',
    multipart([{ fileName: 'a.json', content: large, type: 'application/json' }]),
  )
  await board.send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO', description: 'x'.repeat(500) } })
  const json = { title: 'A task', status: 'TODO', description: 'x'.repeat(500), labels: LABELS }
  const range = { range: 'bytes=0-2000' }
  for (const [request, options] of [
    ['POST /api/v2/auth/login', { json: { username: 'admin', password: 'admin123' } }],
    ['POST /boards/batch', { json: { count: 10 }, token: ADMIN_TOKEN }],
    ['POST /api/v1/tasks', { json }],
    ['PUT /api/v1/tasks/2', { json }],
    ['GET /api/v1/tasks/1/attachments/1', {}],
    ['GET /api/v1/openapi.json?download', {}],
    ['GET /docs/static/swagger-ui.css', { headers: range }],
  ] as const) {
    for (const coding of ['br', 'gzip']) {
      const reply = await service.send(request, {
        ...options,
        headers: { ...('headers' in options && options.headers), 'accept-encoding': coding },
      })
      t.ok([200, 201, 206].includes(reply.status), `${request}: ${reply.status}`)
      t.notOk('content-encoding' in reply.headers, request)
      t.notOk(varies(reply), `${request}: the response does not depend on the codings`)
      t.equal(reply.headers['content-length'], String(reply.bytes.length), request)
    }
  }
  const snapshot = await board.asOwner('GET /snapshot', ask('gzip'))
  t.notOk('content-encoding' in snapshot.headers)
  const { token } = await service.login()
  t.notOk(varies(await service.send('GET /api/v2/auth/me', { token })), 'a response that must not be stored')
  t.equal(snapshot.headers['content-length'], String(snapshot.bytes.length))
})

t.test('does not compress events: they arrive at once', async (t) => {
  const service = await startListening(t, await ownStore())
  const board = await createBoard(service)
  const response = await fetch(`${service.origin}/b/${board.id}/events`, ask('gzip'))
  t.equal(response.headers.get('content-encoding'), null)
  const { value } = (await response.body?.getReader().read()) ?? {}
  t.match(Buffer.from(value ?? []).toString(), /^(retry|event|:)/)
})

t.test('a compressed response has a weak entity tag, with which clients detect changes', async (t) => {
  const { send } = await startService(t, { publicUrl: `https://board.example/${'long/'.repeat(100)}` })
  const plain = await send('GET /board')
  const compressed = await send('GET /board', { ...ask('gzip'), unchecked: true })
  expectCompressed(t, compressed, plain, 'gzip', '/board')
  t.equal(plain.headers.vary, 'Accept, Accept-Encoding')
  const { etag = '' } = compressed.headers
  t.equal(etag, `W/${plain.headers.etag}`)
  const unchanged = await send('GET /board', { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } })
  t.strictSame([unchanged.status, unchanged.headers.vary], [304, plain.headers.vary])
})

t.test('faults change the text before it is compressed', async (t) => {
  const { send } = await startFull(t, { rates: { ...NO_FAULTS, 'missing-fields': 1 } })
  for (const [coding, decode] of Object.entries(DECODERS)) {
    const { headers, bytes } = await send('GET /api/buggy/tasks', { ...ask(coding), unchecked: true })
    t.equal(headers['content-encoding'], coding)
    const { content } = JSON.parse(String(decode(bytes)))
    t.ok(content.some((task: Json) => task.description === undefined || task.priority === undefined))
  }
})

t.test('clients that decompress responses automatically get the same content', async (t) => {
  const service = await startListening(t)
  await service.createTask({ description: 'x'.repeat(500), labels: LABELS })
  const response = await fetch(`${service.origin}${service.mount.enter('/api/v1/tasks')}`)
  t.ok(response.headers.get('content-encoding'))
  t.equal(((await response.json()) as Json).totalElements, 1)
})

t.test('process: many requests at the same time take few compressors, each with more than 1 MB', async (t) => {
  const REQUESTS = 300
  const { base, pid } = await startProcess(t)
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const ask = async () => {
    // Each request has a connection of its own.
    const [response] = await once(
      get(`${base}/arazzo.yaml`, { agent: false, headers: { 'accept-encoding': 'br' } }),
      'response',
    )
    await response.resume().toArray()
    return [response.statusCode, response.headers['content-encoding']]
  }
  await ask()
  const before = peak()
  const replies = await Promise.all(Array.from({ length: REQUESTS }, ask))
  t.same(new Set(replies.map(String)), new Set(['200,br']))
  const growth = peak() - before
  t.comment(`${growth.toFixed(0)} MiB for ${REQUESTS} requests`)
  t.ok(growth < REQUESTS * 0.2, `${growth} MiB`)
})
