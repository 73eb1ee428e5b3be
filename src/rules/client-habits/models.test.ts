import fc from 'fast-check'
import t from 'tap'
import { FAULTS_OF, runNaiveLoop, runPerfectClient, type Step } from '../../../test/kit/habits/models.js'
import { repeat } from '../../../test/kit/length.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import type { Verdict } from './row.js'

const step: fc.Arbitrary<Step> = fc.constantFrom('create', 'change', 'read', 'missing').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    faults: fc.array(fc.constantFrom(...FAULTS_OF[kind], 'none'), { maxLength: 3 }).map((names) => {
      const end = names.indexOf('none')
      return kind === 'missing' ? [] : names.slice(0, end < 0 ? names.length : end)
    }),
  }),
) as fc.Arbitrary<Step>

const work = fc.array(step, { minLength: 1, maxLength: 12 })

/** Runs a client, and judges it. */
function verdictsOn(run: typeof runPerfectClient, steps: readonly Step[]): { log: Observation[]; verdicts: Verdict[] } {
  const { log, endedAt } = run(steps)
  return { log, verdicts: judge(log, { endedAt, wasStopped: false, claimsSuccess: true }) }
}

const isProblem = ({ status, faults }: Observation) => status >= 400 || faults.length > 0

t.test('a perfect client has only right verdicts, whatever happens (decision 152)', async (t) => {
  fc.assert(
    fc.property(work, (steps) => {
      const { verdicts } = verdictsOn(runPerfectClient, steps)
      const others = verdicts.filter(({ verdict }) => verdict !== 'right')
      if (others.length > 0) throw new Error(JSON.stringify(others, null, 2))
    }),
    { numRuns: repeat(100, 500) },
  )
  t.pass('no other verdict')
})

t.test('each problem belongs to one situation, and no situation is judged twice (decision 152)', async (t) => {
  fc.assert(
    fc.property(work, fc.boolean(), (steps, isPerfect) => {
      const { log, verdicts } = verdictsOn(isPerfect ? runPerfectClient : runNaiveLoop, steps)
      const firsts = verdicts.map(({ requestIds: [first] }) => first)
      if (new Set(firsts).size !== firsts.length) throw new Error('a request begins two situations')
      const judged = new Set(verdicts.flatMap(({ requestIds }) => requestIds))
      // A client that needs no more of a write, or does not repeat it, leaves nothing to judge.
      const missed = log.filter((one) => isProblem(one) && !judged.has(one.requestId))
      if (missed.length > 0) throw new Error(`not judged: ${JSON.stringify(missed)}`)
    }),
    { numRuns: repeat(100, 500) },
  )
  t.pass('no situation is judged twice')
})

t.test('a naive loop has the verdicts of the table (decision 152)', async (t) => {
  const steps: Step[] = [
    { kind: 'create', faults: ['rate-limited'] },
    { kind: 'create', faults: ['lost-response'] },
    { kind: 'create', faults: ['server-error'] },
    { kind: 'change', faults: ['unavailable'] },
    { kind: 'change', faults: ['server-error'] },
    { kind: 'read', faults: ['connection-reset', 'connection-reset'] },
    { kind: 'read', faults: ['malformed-json'] },
    { kind: 'read', faults: ['wrong-content-type'] },
    { kind: 'read', faults: ['html-error'] },
    { kind: 'read', faults: ['truncated-body'] },
    { kind: 'read', faults: ['slow-response'] },
    { kind: 'missing', faults: [] },
  ]
  t.strictSame(
    verdictsOn(runNaiveLoop, steps).verdicts.map(({ situation, verdict }) => `${situation}: ${verdict}`),
    [
      'retry-after: wrong',
      'lost-create: wrong',
      'failed-create: right',
      'retry-after: wrong',
      'failed-request: right',
      'failed-request: wrong',
      'broken-content: wrong',
      'broken-content: wrong',
      'broken-content: right',
      'failed-request: wrong',
      'slow-response: right',
      'refused-request: wrong',
    ],
  )
})
