import fc from 'fast-check'
import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { SIGNED_FAULTS } from '../../../src/rules/expected-vs-actual/signs.js'
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

/** A request whose response shows a fault: what the evidence says, what explains a right claim, and the second hint. */
interface Shown {
  request: string
  json?: object
  difference: object[]
  right: RegExp
  place: string
}

/** A fault that replaces the operation, and headers that differ. */
function replaced(request: string, status: number, ...headers: object[]): Shown {
  return {
    request,
    difference: [{ at: 'status', kind: 'value', expected: 200, actual: status }, ...headers, { at: 'body' }],
    right: new RegExp(`^the status was ${status} instead of 200, and the operation was not executed$`),
    place: 'Look at the status.',
  }
}

const RETRY_AFTER = { at: 'headers.retry-after', kind: 'added' }

const SHOWN: Readonly<Record<string, Shown>> = {
  'slow-response': {
    request: 'GET /tasks/1',
    difference: [{ at: 'time', kind: 'delay' }],
    right: /^the response was delayed by \d\.\d s$/,
    place: 'Look at the time.',
  },
  'server-error': replaced('GET /tasks/1', 500),
  'search-case': {
    request: 'GET /tasks?search=PACK',
    difference: [{ at: 'body.content', kind: 'missing', items: 'task' }],
    right: /^task 1 was left out of the search$/,
    place: 'Look at the tasks that the search found.',
  },
  'missing-fields': {
    request: 'GET /tasks/1',
    difference: [{ at: /^body\.(description|priority)$/, kind: 'missing', of: 'task 1' }],
    right: /^`(description|priority)` of task 1 was missing$/,
    place: 'Look at the fields of task 1.',
  },
  pagination: {
    request: 'GET /tasks',
    difference: [{ at: /^body\.(totalPages|currentPage)$/, kind: 'value' }],
    right: /^`(totalPages` was [02] instead of 1|currentPage` was 1 instead of 0)$/,
    place: 'Look at the numbers of the page.',
  },
  'date-mix': {
    request: 'GET /tasks/1',
    difference: [{ at: /^body\.(createdAt|updatedAt)$/, kind: 'type', of: 'task 1' }],
    right: /^`(createdAt|updatedAt)` of task 1 was a number$/,
    place: 'Look at the dates of task 1.',
  },
  'wrong-status': {
    request: 'POST /tasks',
    json: { title: 'New', status: 'TODO' },
    difference: [{ at: 'status', expected: 201, actual: 200 }],
    right: /^the status was 200 instead of 201$/,
    place: 'Look at the status.',
  },
  unavailable: replaced('GET /tasks/1', 503, RETRY_AFTER),
  'rate-limited': replaced('GET /tasks', 429, RETRY_AFTER),
  'html-error': replaced('GET /tasks/summary', 502, { at: 'headers.content-type' }),
  'malformed-json': {
    request: 'GET /tasks/1',
    difference: [{ at: 'body', kind: 'value' }],
    right: /^the body was not valid JSON$/,
    place: 'Look at the body.',
  },
  'wrong-content-type': {
    request: 'GET /tasks',
    difference: [{ at: 'headers.content-type', kind: 'value', expected: 'application/json' }],
    right: /^the header `Content-Type` was `text\/\w+; charset=utf-8` instead of `application\/json`$/,
    place: 'Look at the header `Content-Type`.',
  },
  'duplicate-item': {
    request: 'GET /tasks',
    difference: [{ at: 'body.content', kind: 'repeated', items: 'task' }],
    right: /^the page had task 1 twice$/,
    place: 'Look at the tasks of the page.',
  },
  'slow-body': {
    request: 'GET /tasks',
    difference: [{ at: 'body', kind: 'delay' }],
    right: /^the end of the body was delayed by \d\.\d s$/,
    place: 'Look at the time of the body.',
  },
  'empty-response': {
    request: 'GET /tasks/1',
    difference: [{ at: 'body', kind: 'missing' }],
    right: /^the body was missing$/,
    place: 'Look at the body.',
  },
}

/** The faults that need a connection, or several requests. They have tests of their own (test/api/faults). */
const ON_SOCKETS = ['truncated-body', 'connection-reset', 'lost-response', 'stale-read', 'overload']
const TESTED = FAULTS.filter(({ name }) => !ON_SOCKETS.includes(name))

/** The faults that replace the operation. */
const REPLACING = ['server-error', 'unavailable', 'rate-limited', 'html-error']

t.test('the evidence and hints of every fault are tested', async (t) => {
  t.strictSame(Object.keys(SHOWN).sort(), TESTED.map(({ name }) => name).sort())
})

for (const [name, { request, json, difference, right, place }] of Object.entries(SHOWN)) {
  t.test(`${name}: the evidence, a claim and the hints say what it has changed`, async (t) => {
    const [method, path] = request.split(' ')
    const board = await createBoard(service)
    await board.send('POST /api/v1/tasks', { json: { title: 'Pack', status: 'TODO' } })
    await board.asOwner('PUT /faults', { json: { script: [[name]] } })
    const options = { unchecked: true, ...(json && { json }) }
    const reply = await board.send(`${method} /api/buggy${path}`, options)
    const requestId = idOf(reply)
    const { evidence, response } = await evidenceOf(board, requestId)
    t.equal(response.body.text, String(reply.bytes))
    t.strictSame(evidence.changed, [name])
    t.match(evidence.difference, difference)
    if (method === 'GET' && !name.startsWith('slow')) {
      const { bytes } = await board.send(`GET /api/v1${path}`)
      t.match(evidence.expected, { status: 200, body: { text: String(bytes), bytes: bytes.length } })
    }
    for (let count = 0; count < 2; count++) await board.send(`POST /requests/${requestId}/hints`)
    const { taken } = (await board.send(`POST /requests/${requestId}/hints`)).json
    t.match(taken, ['This response has a fault.', place, new RegExp(`^It is \`${name}\`: `)])
    const { verdict, explanation } = (await board.send('POST /claims', { json: { requestId, fault: name } })).json
    t.equal(verdict, 'right')
    t.match(explanation.replace(/^Right: (.*)\.$/, '$1'), right)
  })
}

t.test('every fault has a sign', async (t) => {
  t.strictSame([...SIGNED_FAULTS].sort(), FAULTS.map(({ name }) => name).sort())
})

t.test('the body of a request that a server error replaces is recorded', async (t) => {
  const board = await createBoard(service)
  await board.asOwner('PUT /faults', { json: { script: [['server-error']] } })
  const json = { title: 'Pack', status: 'TODO' }
  const reply = await board.send('POST /api/buggy/tasks', { json, unchecked: true })
  const { request, evidence } = await evidenceOf(board, idOf(reply))
  t.match(request, { mediaType: 'application/json', body: { text: JSON.stringify(json) } })
  t.match(evidence.expected, { status: 201, body: { text: /"title":"Pack"/ } })
})

for (const { name, area, variants = ['v1'] } of sample(DEFECTS, 3)) {
  t.test(`${name}: the evidence has the difference`, async (t) => {
    const board = await createDefective(service, [name])
    await playSteps(caseOf({ name }).steps, placeOf(service, board, variants[0] ?? 'v1'))
    const { effects } = (await board.asOwner('GET /defects/effects')).json
    t.ok(effects.length > 0)
    for (const { effect, first } of effects) {
      const { evidence, response } = await evidenceOf(board, first.requestId)
      t.ok(response.status >= 200)
      t.ok(evidence.difference.length > 0, effect)
      // The expected response is not known if requests overlap.
      const isUnknown = evidence.difference.some(({ kind }: Json) => kind === 'unknown')
      if (isUnknown) t.equal(area, 'concurrency', JSON.stringify(evidence))
      for (const { sentence } of evidence.difference) {
        t.match(sentence, /^[A-Z`].+\.$/)
        t.notMatch(sentence, /undefined|NaN|\[object/)
      }
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
