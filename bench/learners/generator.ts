/**
 * The process of the learners. Their requests arrive by schedule, whether responses arrive or not: those of all learners
 * together are a Poisson process. A latency counts from the scheduled time, so it includes the time in which a request
 * waits to be sent.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { checkLearners } from './check.js'
import { createLearner, type Learner, type Step } from './learner.js'
import type { Command, Course, Latencies, Observed } from './messages.js'
import { openStream, type Reply, type Streams, sendRequest } from './requests.js'

const MICROSECONDS = 1000

/** A learner, with as many connections as the requests need that are on their way. */
interface Seat {
  learner: Learner
  pool: Pool
}

const seats: Seat[] = []
const streams: Streams = { open: 0, events: 0 }

process.on('message', async (command: Command) => {
  const learners = seats.map(({ learner }) => learner)
  process.send?.('learn' in command ? await learn(command.learn) : await checkLearners(command.check, learners))
})

async function learn({ origin, bases, rate, seconds, slowResponse }: Course): Promise<Observed> {
  for (const base of bases.slice(seats.length)) {
    const pool = new Pool(origin, { pipelining: 1, bodyTimeout: 0 })
    openStream(pool, `${base}/events`, streams)
    seats.push({ learner: createLearner(base, Math.random), pool })
  }
  const [all, read, write, claim, lateness] = Array.from({ length: 5 }, () => createHistogram())
  const histograms = { all, read, write, claim } as Record<keyof Observed['latencies'], RecordableHistogram>
  const failures: Record<string, number> = {}
  const eventsBefore = streams.events
  const cpuBefore = process.cpuUsage()

  /** Sends the next request of a learner. */
  async function run({ learner, pool }: Seat, due: number): Promise<void> {
    const step = learner.next()
    try {
      const reply = await sendRequest(pool, step.request, step.needsBody)
      const delay = reply.faults.includes('slow-response') ? slowResponse : 0
      for (const kind of ['all', step.kind] as const) record(histograms[kind], performance.now() - due - delay)
      if (isExpected(step, reply)) step.done?.(reply)
      else count(`${step.request.method} ${reply.status}`)
    } catch (error) {
      count((error as NodeJS.ErrnoException).code ?? String(error))
    }
    step.ended?.()
  }

  function count(failure: string): void {
    failures[failure] = (failures[failure] ?? 0) + 1
  }

  const responses: Promise<void>[] = []
  let due = performance.now()
  const end = due + seconds * 1000
  while (due < end) {
    const now = performance.now()
    for (; due <= now; due += (-Math.log(1 - Math.random()) * 1000) / (rate * seats.length)) {
      record(lateness as RecordableHistogram, now - due)
      responses.push(run(seats[Math.floor(Math.random() * seats.length)] as Seat, due))
    }
    await sleep(1)
  }
  await Promise.all(responses)
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    responses: histograms.all.count,
    failures,
    latencies: {
      all: latenciesOf(histograms.all),
      read: latenciesOf(histograms.read),
      write: latenciesOf(histograms.write),
      claim: latenciesOf(histograms.claim),
    },
    cpu: (user + system) / MICROSECONDS,
    lateness: latenciesOf(lateness as RecordableHistogram).p99,
    streams: streams.open,
    events: streams.events - eventsBefore,
  }
}

function isExpected({ status }: Step, { status: actual, faults }: Reply): boolean {
  if (faults.includes('server-error')) return actual === 500
  return actual === (faults.includes('wrong-status') ? 200 : status)
}

function record(histogram: RecordableHistogram, milliseconds: number): void {
  histogram.record(Math.max(1, Math.round(milliseconds * MICROSECONDS)))
}

function latenciesOf(histogram: RecordableHistogram): Latencies {
  return {
    p50: histogram.percentile(50) / MICROSECONDS,
    p99: histogram.percentile(99) / MICROSECONDS,
    max: histogram.max / MICROSECONDS,
  }
}
