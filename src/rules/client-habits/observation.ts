import type { DrillFacts, LogEntry } from '../log/entry.js'

/** A request of a client during a drill, as the log has it. */
export interface Observation extends DrillFacts, Pick<LogEntry, 'requestId' | 'method' | 'status'> {
  /** The faults that changed the response. */
  faults: readonly string[]
  /** The path below the variant, with the query, such as `/tasks?page=0`. */
  target: string
}

type Judged = Pick<LogEntry, 'requestId' | 'method' | 'path' | 'query' | 'status' | 'changed'>

/** Returns a request that a drill judges. */
export function toObservation(entry: Judged, facts: DrillFacts): Observation {
  const { requestId, method, path, query, status, changed: faults } = entry
  const target = path.replace(/^\/api\/[^/]*/, '') + (query === null ? '' : `?${query}`)
  return { ...facts, requestId, method, status, faults, target }
}

/** The slack of all times in favour of the client: 50 milliseconds and 5 percent. */
export function slackOf(milliseconds: number): number {
  return 50 + 0.05 * milliseconds
}

/** Methods whose requests can be repeated without another effect (RFC 9110, section 9.2.2). */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

export function isIdempotent({ method }: Observation): boolean {
  return IDEMPOTENT.includes(method)
}

/** Whether a request reads tasks or something else. */
export function isRead({ method }: Observation): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function pathOf({ target }: Observation): string {
  return target.split('?', 1)[0] as string
}

/** Names a request in a sentence, such as `GET /tasks?page=0`. */
export function nameOf({ method, target }: Observation): string {
  return `${method} ${target}`
}
