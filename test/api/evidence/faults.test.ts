import t, { type Test } from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { differenceOf } from '../../../src/rules/expected-vs-actual/difference.js'
import { type Evidence, evidenceOf } from '../../../src/rules/expected-vs-actual/evidence.js'
import type { Exchange } from '../../../src/rules/expected-vs-actual/exchange.js'
import { explain, hintsFor } from '../../../src/rules/expected-vs-actual/explain.js'
import { partOf, SIGNED_FAULTS } from '../../../src/rules/expected-vs-actual/signs.js'
import { type Reply, SPECIFIED } from '../../kit/helper.js'
import { OPERATIONS } from '../faults/operations.js'
import { parts, startTwins, type Twins } from '../faults/twins.js'

/** Sends a request to both services, and returns the evidence as the log has it. */
async function send(twins: Twins, request: string, changed: string[], json?: unknown): Promise<Evidence> {
  const { buggy, v1 } = await twins.send({ request, ...(json !== undefined && { options: { json } }) })
  const isReplaced = buggy.status >= 400 && v1.status < 400
  const [delay] = twins.delays
  const exchange: Exchange = {
    request: { mediaType: null, body: { text: null, bytes: 0 } },
    response: recorded(buggy),
    firstByte: 4_100_000,
    disconnected: false,
    ...(delay !== undefined && { delay }),
    ...(isReplaced ? { replaced: true } : { expected: recorded(v1) }),
  }
  return evidenceOf(exchange, changed)
}

function recorded(reply: Reply): Exchange['response'] {
  const { status, headers, body } = parts(reply)
  const text = Buffer.from(body, 'latin1').toString()
  return { status, headers, body: { text, bytes: Buffer.byteLength(text) } }
}

/** A fault on a real response: its differences, the verdicts of a right and a wrong claim, and the hints. */
function testFault(
  fault: string,
  request: string,
  assert: (t: Test, evidence: Evidence) => void,
  { json, right, wrong, hints }: { json?: unknown; right: RegExp; wrong: RegExp; hints: [string, RegExp] },
) {
  t.test(`${fault}: the difference, the verdicts and the hints`, async (t) => {
    const twins = await startTwins(t, { [fault]: 1 })
    const evidence = await send(twins, request, [fault], json)
    assert(t, evidence)
    t.match(explain(evidence, fault), right)
    const other = fault === 'wrong-status' ? 'date-mix' : 'wrong-status'
    t.match(explain(evidence, other), wrong)
    const shown = hintsFor(evidence)
    t.equal(shown[0], 'This response has a fault.')
    t.equal(shown[1], hints[0])
    t.match(shown[2], hints[1])
    for (const { name } of FAULTS) {
      t.notMatch(`${shown[0]} ${shown[1]}`, new RegExp(`\`?${name}\\b`), `the first two hints do not name ${name}`)
    }
  })
}

testFault(
  'date-mix',
  'GET /tasks/2',
  (t, { difference }) => {
    t.equal(difference.length, 1)
    t.match(difference[0], { at: /^body\.(createdAt|updatedAt)$/, kind: 'type', of: 'task 2', actual: 1772440200 })
    t.equal(difference[0]?.expected, '2026-03-02T08:30:00Z')
  },
  {
    right: /^Right: `(createdAt|updatedAt)` of task 2 was a number\.$/,
    wrong: /^Not this fault: `(createdAt|updatedAt)` of task 2 was a number\.$/,
    hints: ['Look at the dates of task 2.', /^It is `date-mix`: `/],
  },
)

testFault(
  'missing-fields',
  'GET /tasks?size=1',
  (t, { difference }) => {
    t.equal(difference.length, 1)
    t.match(difference[0], { at: /^body\.content\[0\]\.(description|priority)$/, kind: 'missing', of: 'task 1' })
    t.notOk('actual' in (difference[0] ?? {}))
  },
  {
    right: /^Right: `(description|priority)` of task 1 was missing\.$/,
    wrong: /^Not this fault: `(description|priority)` of task 1 was missing\.$/,
    hints: ['Look at the fields of task 1.', /^It is `missing-fields`: `/],
  },
)

testFault(
  'pagination',
  'GET /tasks?size=2&page=1',
  (t, { difference }) => {
    t.equal(difference.length, 1)
    t.match(difference[0], { at: /^body\.(totalPages|currentPage)$/, kind: 'value' })
  },
  {
    right: /^Right: `(totalPages` was [24] instead of 3|currentPage` was [02] instead of 1)\.$/,
    wrong: /^Not this fault: `(totalPages` was [24] instead of 3|currentPage` was [02] instead of 1)\.$/,
    hints: ['Look at the numbers of the page.', /^It is `pagination`: `/],
  },
)

testFault(
  'search-case',
  'GET /tasks?search=FOO',
  (t, { difference }) => {
    t.same(difference, [
      {
        at: 'body.content',
        kind: 'missing',
        items: 'task',
        expected: [
          { id: 1, title: 'foo' },
          { id: 3, title: 'In the description' },
        ],
      },
      { at: 'body.totalElements', kind: 'value', expected: 4, actual: 2 },
    ])
  },
  {
    right: /^Right: tasks 1 and 3 were left out of the search\.$/,
    wrong: /^Not this fault: tasks 1 and 3 were left out of the search\.$/,
    hints: [
      'Look at the tasks that the search found.',
      /^It is `search-case`: tasks 1 and 3 are left out of the search\.$/,
    ],
  },
)

testFault(
  'wrong-status',
  'POST /tasks',
  (t, { difference }) => t.same(difference, [{ at: 'status', kind: 'value', expected: 201, actual: 200 }]),
  {
    json: { title: 'A task', status: 'TODO' },
    right: /^Right: the status was 200 instead of 201\.$/,
    wrong: /^Not this fault: the status was 200 instead of 201\.$/,
    hints: ['Look at the status.', /^It is `wrong-status`: the status is 200 instead of 201\.$/],
  },
)

testFault(
  'server-error',
  'GET /tasks/1',
  (t, { difference }) => t.same(difference, [{ at: 'status', kind: 'value', actual: 500 }]),
  {
    right: /^Right: the status was 500, and the operation was not executed\.$/,
    wrong: /^Not this fault: the status was 500, and the operation was not executed\.$/,
    hints: ['Look at the status.', /^It is `server-error`: the status is 500, and the operation was not executed\.$/],
  },
)

testFault(
  'slow-response',
  'GET /tasks/1',
  (t, { difference }) => {
    t.match(difference, [{ at: 'time', kind: 'delay', actual: Number }])
    t.equal(difference.length, 1)
  },
  {
    right: /^Right: the response was delayed by [2-5]\.\d s\.$/,
    wrong: /^Not this fault: the response took 4[.]1 s, and its content was correct\.$/,
    hints: ['Look at the time.', /^It is `slow-response`: the response was delayed by/],
  },
)

for (const [fault, status] of [
  ['unavailable', 503],
  ['rate-limited', 429],
  ['html-error', 502],
] as const) {
  const was = `the status was ${status}, and the operation was not executed`
  testFault(
    fault,
    'POST /tasks',
    (t, { difference }) => {
      t.match(difference, [{ at: 'status', kind: 'value', actual: status }])
      t.equal(difference.length, 1)
    },
    {
      json: { title: 'A', status: 'TODO' },
      right: new RegExp(`^Right: ${was}\\.$`),
      wrong: new RegExp(`^Not this fault: ${was}\\.$`),
      hints: ['Look at the status.', new RegExp(`^It is \`${fault}\`: the status is ${status}`)],
    },
  )
}

t.test('every fault has a sign', async (t) => {
  t.same([...SIGNED_FAULTS].sort(), FAULTS.map(({ name }) => name).sort())
})

t.test('responses without a fault do not differ, in any operation', async (t) => {
  const twins = await startTwins(t, {})
  for (const operation of OPERATIONS) {
    const { buggy, v1 } = await twins.send(operation)
    const [actual, expected] = [recorded(buggy), recorded(v1)]
    t.same(
      differenceOf({ ...expected, body: expected.body.text }, { ...actual, body: actual.body.text }),
      [],
      operation.name,
    )
  }
})

t.test('all faults but the server error show themselves in one response', async (t) => {
  const names = SPECIFIED.filter((name) => name !== 'server-error')
  const twins = await startTwins(t, Object.fromEntries(names.map((name) => [name, 1])))
  const changed = names.filter((name) => name !== 'wrong-status')
  const evidence = await send(twins, 'GET /tasks?search=FOO', changed)
  for (const fault of changed) t.match(explain(evidence, fault), /^Right: /, fault)
  t.match(explain(evidence, 'date-mix'), / (was a number|more dates? were numbers)\.$/)
  t.match(explain(evidence, 'search-case'), 'Right: tasks 1 and 3 were left out of the search.')
  const count = `${changed.length} faults`
  const all = new RegExp(`^This response had ${count}: the response was delayed by .*, and `)
  t.match(explain(evidence, 'none'), all)
  t.equal(hintsFor(evidence)[0], `This response has ${count}.`)
  const places = changed.map((fault) => partOf(fault, evidence))
  t.equal(hintsFor(evidence)[1], `Look at ${places.slice(0, -1).join(', ')} and ${places.at(-1)}.`)
})
