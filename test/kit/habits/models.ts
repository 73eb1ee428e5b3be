import type { Observation } from '../../../src/rules/client-habits/observation.js'
import { seen } from './requests.js'

/** A step of the work of a client, with the faults of its attempts. */
export interface Step {
  kind: 'create' | 'change' | 'read' | 'missing'
  faults: readonly string[]
}

const STATUS_OF: Readonly<Record<string, number>> = {
  'server-error': 500,
  'connection-reset': 444,
  'lost-response': 444,
  'rate-limited': 429,
  unavailable: 503,
  'html-error': 502,
}

const OF_WRITES = [...Object.keys(STATUS_OF), 'slow-response']
const OF_BODIES = ['malformed-json', 'wrong-content-type', 'empty-response', 'truncated-body', 'slow-body']
/** The faults that each kind of step can have. */
export const FAULTS_OF: Readonly<Record<Step['kind'], readonly string[]>> = {
  create: OF_WRITES,
  change: OF_WRITES,
  read: [...OF_WRITES, ...OF_BODIES],
  missing: [],
}

const METHODS = { create: 'POST', change: 'PUT', read: 'GET', missing: 'GET' } as const
const STATUSES = { create: 201, change: 200, read: 200, missing: 404 } as const

/** A service with a clock of its own, which one client uses after the other. */
function createService() {
  const log: Observation[] = []
  const created = new Map<number, number>()
  let now = 0
  let id = 0

  function send(step: Step, index: number, attempt: number): Observation {
    const { kind } = step
    const fault = step.faults[attempt]
    const isDone = fault === undefined || STATUS_OF[fault] === undefined || fault === 'lost-response'
    const target = kind === 'create' ? '/tasks' : `/tasks/${kind}-${index}`
    const arrivedAt = now
    now += fault?.startsWith('slow-') ? 2500 : 4
    const request = seen({
      arrivedAt,
      endedAt: now,
      method: METHODS[kind],
      target,
      bodyHash: kind === 'read' || kind === 'missing' ? null : `body ${index}`,
      status: STATUS_OF[fault ?? ''] ?? STATUSES[kind],
      faults: fault === undefined ? [] : [fault],
      retryAfter: fault === 'rate-limited' || fault === 'unavailable' ? { delay: 2000, isDate: false } : null,
      created: kind === 'create' && isDone ? `/tasks/${++id}` : null,
    })
    if (request.created !== null) created.set(index, id)
    log.push(request)
    now++
    return request
  }

  return {
    log,
    send,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    /** Looks for the task of a step. */
    look(index: number): boolean {
      log.push(seen({ arrivedAt: now, endedAt: now + 4, target: `/tasks?search=${index}` }))
      now += 5
      return created.has(index)
    },
    now: () => now,
  }
}

const isFine = ({ status, faults }: Observation) => status < 300 && !faults.some((name) => !name.startsWith('slow-'))

/** Does everything right: it waits as it is told, looks before it repeats a create, and backs off. */
export function runPerfectClient(steps: readonly Step[]): { log: Observation[]; endedAt: number } {
  const service = createService()
  steps.forEach((step, index) => {
    for (let attempt = 0; ; attempt++) {
      const sent = service.send(step, index, attempt)
      if (isFine(sent) || sent.status === 404) return
      service.wait(sent.retryAfter === null ? 300 * 2 ** attempt : sent.retryAfter.delay)
      if (step.kind === 'create' && sent.retryAfter === null && service.look(index)) return
    }
  })
  return { log: service.log, endedAt: service.now() }
}

/** Repeats every request at once until its status is successful, and looks at nothing else. */
export function runNaiveLoop(steps: readonly Step[]): { log: Observation[]; endedAt: number } {
  const service = createService()
  steps.forEach((step, index) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (service.send(step, index, attempt).status < 300) return
    }
  })
  return { log: service.log, endedAt: service.now() }
}
