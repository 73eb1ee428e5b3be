import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import t, { type Test } from 'tap'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { createBoard, LOGIN, TASK } from '../../kit/board.js'
import { emptyDatabase } from '../../kit/database.js'
import {
  type Json,
  multipart,
  type Reply,
  type RequestOptions,
  type ServiceOptions,
  startService,
} from '../../kit/helper.js'
import { storedRows } from '../../kit/stored-rows.js'
import { observeExpected } from './pairs.js'

/** Defects of which one affects each operation that writes, and some that affect reads. */
const DEFECTS = [
  ...['default-priority-is-low', 'put-merges-labels', 'reorder-off-by-one', 'delete-returns-200'],
  ...['comment-keeps-updated-at', 'other-comment-deletable', 'upload-keeps-first-file', 'attachment-not-deleted'],
  ...['expires-in-milliseconds', 'refresh-token-reusable', 'logout-returns-204', 'summary-total-lacks-column'],
]

const json = (value: object) => ({ json: value })
const prefer = (fault: string, options: RequestOptions = {}) => ({ ...options, headers: { prefer: `fault=${fault}` } })
const FILE = multipart([{ fileName: 'a', content: 'text' }])

const HISTORY: [request: string, options?: RequestOptions][] = [
  ['POST /api/v1/tasks', json({ ...TASK, labels: ['b'], checklistItems: [{ text: 'x' }] })],
  ['POST /api/v1/tasks', json(TASK)],
  ['POST /api/v1/tasks', json({})],
  ['PUT /api/v1/tasks/1', json({ ...TASK, labels: ['a'] })],
  ['POST /api/v1/tasks/1/reorder', json({ targetStatus: 'TODO', targetIndex: 1 })],
  ['POST /api/v1/tasks/1/comments', json({ text: 'first' })],
  ['PUT /api/v1/tasks/1/comments/1', json({ text: 'second' })],
  ['DELETE /api/v1/tasks/2/comments/1'],
  ['POST /api/v1/tasks/1/attachments', FILE],
  ['DELETE /api/v1/tasks/1/attachments/1'],
  ['GET /api/v1/tasks/summary'],
  ['POST /api/v2/auth/login', LOGIN],
  ['POST /api/v2/auth/login', json({ username: 'admin', password: 'wrong' })],
  ['POST /api/buggy/tasks', prefer('server-error', json(TASK))],
  ['POST /api/buggy/tasks', json(TASK)],
  ['GET /api/buggy/tasks?search=TASK', prefer('search-case')],
  ['DELETE /api/v1/tasks/2'],
  ['GET /api/v1/tasks'],
]

/** Columns with values that vary. */
const RANDOM = /^(id|token|since|process)$/

/** What varies in values: fingerprints of tokens, keys of files, durations, sizes of exchanges and of the log, and seeds of more than six digits. */
const VARIES =
  /"[\w-]{12}"|"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"|"duration":\d+|"(exchange|log)Bytes":\d+|"seed":\d{7,}/g

/** Plays a history, and returns everything that it leaves behind. */
async function play(t: Test, evidence: boolean) {
  const file = `${t.testdir({})}/${evidence}.db`
  const lines: Json[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(line))
      done()
    },
  })
  const service = await startService(t, {
    evidence,
    store: await openStore(`sqlite:${file}`),
    logger: { level: 'debug', stream },
    faultSeed: 1,
    // As many as the history has.
    boardRate: HISTORY.length + 2,
    loginFailures: 1,
  })
  const asked = observeExpected(service)
  const board = await createBoard(service, { defects: DEFECTS, seed: 1 })
  const replies: Reply[] = []
  async function send(request: string, options: RequestOptions = {}): Promise<void> {
    const headers = { ...options.headers, 'x-request-id': `request-${replies.length}` }
    replies.push(await board.send(request, { ...options, headers, unchecked: true }))
    // Which challenges are solved when the next request ends must not depend on the time.
    await service.app.flushLogs()
  }
  for (const [request, options] of HISTORY) await send(request, options)
  const { refreshToken, token } = replies.find(({ json }) => json?.refreshToken)?.json ?? {}
  await send('POST /api/v2/auth/refresh', json({ refreshToken }))
  await send('POST /api/v2/auth/logout', { token })
  const requests = (await board.asOwner('GET /requests')).json.totalElements
  const metrics = String((await service.send('GET /metrics')).bytes).match(/^http_request_duration_seconds_count.*$/gm)
  await service.app.close()
  const tables: Json = {}
  for (const [name, rows] of Object.entries(storedRows(file))) {
    // Blobs contain what dry runs return, and so do their items.
    const kept = name === 'blob' ? [] : rows.filter(({ kind }) => kind !== 'exchange' && kind !== 'key')
    // How requests are grouped depends on the time, and so does the order of counts.
    const single = kept.flatMap((row) => {
      if (row.kind === 'log') {
        return JSON.parse(String(row.value)).map((entry: Json) => ({ ...row, value: JSON.stringify(entry) }))
      }
      if (row.kind !== 'profile') return row
      const { counts = {}, createdAt, usedAt, ownerTokenHash, ...profile } = JSON.parse(String(row.value))
      const sorted = Object.fromEntries(Object.entries(counts).sort())
      return { ...row, value: JSON.stringify({ ...profile, counts: sorted }) }
    })
    const known = single.map((row) => Object.entries(row).filter(([column]) => !RANDOM.test(column)))
    const render = (value: unknown) =>
      typeof value === 'string' ? value.replaceAll(board.id, 'board').replace(VARIES, '"random"') : value
    tables[name] = known.map((row) => JSON.stringify(row.map(([column, value]) => [column, render(value)]))).sort()
  }
  const expected = [...asked.values()].filter(({ expectedResponse }) => expectedResponse !== null).length
  const statuses = replies.map(({ status }) => status)
  // A client has a response before the service logs its end, so the next request can come first.
  const logged = lines.map(({ msg }) => msg).sort()
  return { left: { statuses, requests, metrics, tables, logged }, expected }
}

t.test('expected responses change nothing: database, logs, metrics, rate limits and fault plan', async (t) => {
  const [without, withEvidence] = [await play(t, false), await play(t, true)]
  t.equal(without.expected, 0)
  t.ok(withEvidence.expected >= 15, `${withEvidence.expected} responses are expected`)
  t.strictSame(withEvidence.left, without.left)
  t.notOk(without.left.statuses.includes(429), 'the limits are just not exceeded')
})

/** Starts a service whose dry runs fail. */
async function startFailing(t: Test, dryRun: Store['dryRun'], options: ServiceOptions = {}) {
  const store = await openStore(await emptyDatabase())
  return startService(t, { ...options, store: Object.assign(Object.create(store), { dryRun }) })
}

t.test('an expected response that fails or takes too long does not affect the request', async (t) => {
  const failures: Store['dryRun'][] = [
    (async () => Promise.reject(new StoreUnavailable())) as never,
    (async () => Promise.reject(new Error('Unexpected'))) as never,
    (() => new Promise(() => {})) as never,
  ]
  for (const dryRun of failures) {
    const service = await startFailing(t, dryRun, { dryRunMax: 100 })
    const asked = observeExpected(service)
    const { send } = await createBoard(service, { defects: ['default-priority-is-low'] })
    const { status, json: task } = await send('POST /api/v1/tasks', { json: TASK })
    t.match([status, task], [201, { id: 1, priority: 'LOW' }])
    const [expectedResponse] = [...asked.values()].map((request) => request.expectedResponse)
    t.equal(expectedResponse, null)
  }
})

t.test('the expected response is not known if a rate limit refuses the request', async (t) => {
  const service = await startService(t, { loginFailures: 1 })
  const asked = observeExpected(service)
  const { send } = await createBoard(service, { defects: ['error-path-constant'] })
  const expected = async () => {
    const login = { json: { username: 'admin', password: 'wrong' }, unchecked: true }
    const { status, headers, json: body } = await send('POST /api/v2/auth/login', login)
    return [status, body.path, asked.get(headers['x-request-id'] ?? '')?.expectedResponse?.status]
  }
  t.strictSame(await expected(), [401, '/error', 401])
  t.strictSame(await expected(), [429, '/error', undefined])
})

t.test('no client can mark a request as one for an expected response', async (t) => {
  const { app, send } = await startService(t)
  const names = ['x-dry-run', 'x-dry-run-', `x-dry-run-${randomBytes(16).toString('hex')}`, 'dry-run']
  for (const [index, name] of names.entries()) {
    for (const value of ['1', '2', '__proto__']) {
      t.equal((await send('POST /api/v1/tasks', { json: TASK, headers: { [name]: value } })).status, 201)
    }
    t.equal((await send('GET /api/v1/tasks')).json.totalElements, (index + 1) * 3)
  }
  t.equal((await app.inject({ url: '/api/v1/tasks', headers: { [names[2] as string]: '1' } })).statusCode, 200)
})
