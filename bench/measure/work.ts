import type { Api, Contestant } from '../contestants/contestants.js'
import type { Answer, Running } from '../contestants/process.js'
import type { Options } from '../options.js'
import type { Measurement } from '../report/results.js'
import { CONNECTIONS, type Facts, get, type Sequence, type Work } from '../work/work.js'
import { measureLatency } from './latency.js'
import { measureRate } from './rate.js'

/** A contestant with its process. */
export interface Entrant {
  contestant: Contestant
  running: Running
  facts: Facts
}

/** Uses a new process for a while, so that its code is compiled. */
export async function warmUp({ origin, path }: Running, { firstSeconds }: Options): Promise<void> {
  const bound = { seconds: firstSeconds }
  await measureRate({ origin, sequence: () => get(path), from: 0, connections: CONNECTIONS, bound })
}

/**
 * Asks a contestant for a work once.
 *
 * @param constant what the floor answers from now on
 * @throws where the answer is not that of the work
 */
export async function tryWork(work: Work, entrant: Entrant, constant: Answer | undefined): Promise<Answer> {
  const { contestant, running } = entrant
  if (contestant.isFloor && constant !== undefined) await running.setAnswer(constant)
  const answer = await running.send(sequenceOf(work, entrant)(0))
  check(work, contestant, answer)
  return answer
}

function sequenceOf(work: Work, { contestant, facts }: Entrant): Sequence {
  return work.requests[contestant.api as Api]?.(facts) as Sequence
}

/** A figure of wrong answers is none. */
function check(work: Work, contestant: Contestant, { status, body }: Answer): void {
  if (status !== work.status) {
    throw new Error(`${contestant.title} answered ${work.name} with ${status}: ${body.slice(0, 300)}`)
  }
  const expected = work.tasks?.(contestant.size)
  if (expected === undefined) return
  const json = JSON.parse(body)
  const { length } = json.content ?? json
  if (length !== expected) {
    throw new Error(`${contestant.title} answered ${work.name} with ${length} tasks, not ${expected}`)
  }
}

/** Measures a work of a contestant that has been tried. */
export async function measureWork(
  work: Work,
  entrant: Entrant,
  { seconds, warmUpSeconds, latencySeconds }: Options,
): Promise<Omit<Measurement, 'round' | 'work' | 'contestant'>> {
  const { connections, most } = work
  const { running } = entrant
  const load = { origin: running.origin, sequence: sequenceOf(work, entrant), connections }
  // The first of the sequence has had its turn.
  const warm = await measureRate({
    ...load,
    from: connections,
    bound: most === undefined ? { seconds: warmUpSeconds } : { amount: connections },
  })
  await running.settle()

  await running.begin(work.isWatched ?? false)
  const { rate, answers, next } = await measureRate({
    ...load,
    from: warm.next,
    bound:
      most === undefined
        ? { seconds }
        : { amount: Math.min(most, Math.max(connections, Math.round(warm.rate * seconds))) },
  })
  const { active, utilization, longest, rss } = await running.end()
  await running.settle()

  const latency = await measureLatency({ ...load, from: next }, rate / 2, latencySeconds)
  await running.settle()
  return { rate, utilization, loop: active / answers, longest, rss, latency }
}
