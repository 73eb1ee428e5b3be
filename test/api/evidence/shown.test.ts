import fc from 'fast-check'
import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { placeOf } from '../../commands/suggest/place.js'
import { playSteps } from '../../commands/suggest/play.js'
import { createBoard, type TestBoard } from '../../kit/board.js'
import { type Json, noSleep, type Reply, startService } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'
import { createDefective } from '../defects/api.js'

/** What `GET /requests/{requestId}` shows to the owner of a board. */

const service = await startService(t, { sleep: noSleep })

async function evidenceOf(board: TestBoard, requestId: string | undefined): Promise<Json> {
  return (await board.send(`GET /requests/${requestId}`, { token: board.token })).json
}

const idOf = ({ headers }: Reply) => headers['x-request-id']

/** The requests whose responses show a fault, and the difference. */
const SHOWN: Readonly<Record<string, [request: string, difference: object[], json?: object]>> = {
  'slow-response': ['GET /tasks/1', [{ at: 'time', kind: 'delay' }]],
  'server-error': ['GET /tasks/1', [{ at: 'status', kind: 'value', expected: 200, actual: 500 }, { at: 'body' }]],
  'search-case': ['GET /tasks?search=PACK', [{ at: 'body.content', kind: 'missing', items: 'task' }]],
  'missing-fields': ['GET /tasks/1', [{ at: /^body\.(description|priority)$/, kind: 'missing', of: 'task 1' }]],
  pagination: ['GET /tasks', [{ at: /^body\.(totalPages|currentPage)$/, kind: 'value' }]],
  'date-mix': ['GET /tasks/1', [{ at: /^body\.(createdAt|updatedAt)$/, kind: 'type', of: 'task 1' }]],
  'wrong-status': ['POST /tasks', [{ at: 'status', expected: 201, actual: 200 }], { title: 'New', status: 'TODO' }],
  unavailable: [
    'GET /tasks/1',
    [{ at: 'status', expected: 200, actual: 503 }, { at: 'headers.retry-after', kind: 'added' }, { at: 'body' }],
  ],
  'rate-limited': [
    'GET /tasks',
    [{ at: 'status', expected: 200, actual: 429 }, { at: 'headers.retry-after', kind: 'added' }, { at: 'body' }],
  ],
  'html-error': [
    'GET /tasks/summary',
    [{ at: 'status', expected: 200, actual: 502 }, { at: 'headers.content-type' }, { at: 'body' }],
  ],
  'malformed-json': ['GET /tasks/1', [{ at: 'body', kind: 'value' }]],
  'wrong-content-type': ['GET /tasks', [{ at: 'headers.content-type', kind: 'value', expected: 'application/json' }]],
  'duplicate-item': ['GET /tasks', [{ at: 'body.content', kind: 'repeated', items: 'task' }]],
  'slow-body': ['GET /tasks', [{ at: 'body', kind: 'delay' }]],
  'empty-response': ['GET /tasks/1', [{ at: 'body', kind: 'missing' }]],
}

/** The faults that need a connection, or several requests. They have tests of their own (test/api/faults). */
const ON_SOCKETS = ['truncated-body', 'connection-reset', 'lost-response', 'stale-read', 'overload']
const TESTED = FAULTS.filter(({ name }) => !ON_SOCKETS.includes(name))

/** The faults that replace the operation. */
const REPLACING = ['server-error', 'unavailable', 'rate-limited', 'html-error']

for (const { name } of TESTED) {
  t.test(`${name}: the evidence has the response of v1 and the difference`, async (t) => {
    const [request = '', difference, json] = SHOWN[name] ?? []
    const [method, path] = request.split(' ')
    const board = await createBoard(service)
    await board.send('POST /api/v1/tasks', { json: { title: 'Pack', status: 'TODO' } })
    await board.asOwner('PUT /faults', { json: { script: [[name]] } })
    const options = { unchecked: true, ...(json && { json }) }
    const reply = await board.send(`${method} /api/buggy${path}`, options)
    const { evidence, response } = await evidenceOf(board, idOf(reply))
    t.equal(response.body.text, String(reply.bytes))
    t.strictSame(evidence.changed, [name])
    t.match(evidence.difference, difference as object[])
    if (method === 'GET' && !name.startsWith('slow')) {
      const right = await board.send(`GET /api/v1${path}`)
      t.match(evidence.expected, { status: 200, body: { text: String(right.bytes), bytes: right.bytes.length } })
    }
  })
}

t.test('the body of a request that a server error replaces is recorded', async (t) => {
  const board = await createBoard(service)
  await board.asOwner('PUT /faults', { json: { script: [['server-error']] } })
  const json = { title: 'Pack', status: 'TODO' }
  const reply = await board.send('POST /api/buggy/tasks', { json, unchecked: true })
  const { request, evidence } = await evidenceOf(board, idOf(reply))
  t.match(request, { mediaType: 'application/json', body: { text: JSON.stringify(json) } })
  t.match(evidence.expected, { status: 201, body: { text: /"title":"Pack"/ } })
})

/** The defects whose expected response is not known, because the body is too large or requests overlap. */
const UNKNOWN = ['large-file-returns-413', 'largest-file-refused', 'concurrent-creates-share-place']

for (const { name, variants = ['v1'] } of sample(DEFECTS, 3)) {
  t.test(`${name}: the evidence has the difference`, async (t) => {
    const board = await createDefective(service, [name])
    await playSteps(caseOf({ name }).steps, placeOf(service, board, variants[0] ?? 'v1'))
    const { effects } = (await board.asOwner('GET /defects/effects')).json
    t.ok(effects.length > 0)
    for (const { effect, first } of effects) {
      const { evidence, response } = await evidenceOf(board, first.requestId)
      t.ok(response.status >= 200)
      const isKnown = !UNKNOWN.includes(name)
      t.equal(evidence.difference.length > 0, isKnown, `${effect}: ${JSON.stringify(evidence)}`)
    }
  })
}

const title = fc.constantFrom('Pack', 'pack light', 'Écrire', 'x')
const status = fc.constantFrom('TODO', 'IN_PROGRESS', 'DONE')
const id = fc.integer({ min: 1, max: 6 })
const operation = fc.oneof(
  fc.record({ title, status }).map((json) => ['POST /tasks', json] as const),
  fc.record({ id, title, status }).map(({ id, ...json }) => [`PUT /tasks/${id}`, json] as const),
  fc.tuple(id, status).map(([id, to]) => [`PUT /tasks/${id}/reorder`, { targetStatus: to, targetIndex: 0 }] as const),
  id.map((id) => [`POST /tasks/${id}/comments`, { text: 'A comment' }] as const),
  id.map((id) => [`DELETE /tasks/${id}`] as const),
  id.map((id) => [`GET /tasks/${id}`] as const),
  title.map((search) => [`GET /tasks?search=${encodeURIComponent(search)}&size=2`] as const),
  fc.constant(['GET /tasks?size=0'] as const),
  fc.constant(['GET /tasks/summary'] as const),
  fc.constant(['POST /tasks', { title: '' }] as const),
)

t.test('the expected response is that of a board without faults, and without a fault nothing differs', async (t) => {
  const everywhere = (text: string) => text.replaceAll(/\/b\/[a-z2-7]{26}/g, '').replaceAll('/api/buggy', '/api/v1')
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), fc.nat(), async (operations, seed) => {
      const board = await createBoard(service)
      const twin = await createBoard(service)
      const rates = Object.fromEntries(TESTED.map(({ name, rate }) => [name, rate > 0 ? 0.3 : 0.05]))
      await board.asOwner('PUT /faults', { json: { rates, seed } })
      for (const [request, json] of operations) {
        const [method, path] = request.split(' ')
        const options = { unchecked: true, ...(json && { json }) }
        const reply = await board.send(`${method} /api/buggy${path}`, options)
        const right = await twin.send(`${method} /api/v1${path}`, options)
        const { evidence, response } = await evidenceOf(board, idOf(reply))
        const { changed, difference, expected = response } = evidence
        if (
          expected.status !== right.status ||
          everywhere(expected.body.text ?? '') !== everywhere(String(right.bytes))
        ) {
          throw new Error(`${request}: ${JSON.stringify(expected)} instead of ${right.status} ${right.bytes}`)
        }
        if (changed.length > 0 !== difference.length > 0) throw new Error(`${request}: ${JSON.stringify(evidence)}`)
        if (changed.some((name: string) => REPLACING.includes(name)))
          await board.send(`${method} /api/v1${path}`, options)
      }
    }),
    { numRuns: 15 },
  )
  t.pass()
})
