import type { LogEntry } from '../log/entry.js'

/** When a request may be repeated. */
export interface RetryAfter {
  /** The time from the end of the response, in milliseconds. It is negative for a date in the past. */
  delay: number
  /** Whether the response has a date instead of seconds. */
  isDate: boolean
}

/** What a drill judges of a request, besides what each entry of the log has. Secrets are hashed. */
export interface DrillFacts {
  /** When the run began to which the request belongs. */
  run?: string
  /** A hash of `Idempotency-Key`; `null` if there is none. `X-Request-Id` can be the id of a trace of many requests. */
  idempotencyKey: string | null
  /** A hash of the body; `null` if there is none. */
  bodyHash: string | null
  /** When its headers arrived, in milliseconds of the monotonic clock of the process (`performance.now()`). */
  arrivedAt: number
  /** When its response was sent, or its connection ended, in milliseconds of the same clock. */
  endedAt: number
  /** Whether the client disconnected before the end of the response. */
  isDisconnected: boolean
  /** `Retry-After`; `null` if the response has none, or one that is not valid. */
  retryAfter: RetryAfter | null
  /** The path of the resource that the request created, even if its response was lost. */
  created: string | null
  /** How long the client is willing to wait, in milliseconds (`Prefer: wait`, RFC 7240); `null` if it does not say so. */
  deadline: number | null
  /** A hash of the access token. */
  token: string | null
  /** A hash of the refresh token in the body. */
  refreshToken: string | null
  /** Whether the response refused an access token that had expired. */
  hasExpiredToken: boolean
}

/** A request of a client during a drill, as the log has it. */
export interface Observation extends DrillFacts, Pick<LogEntry, 'requestId' | 'method' | 'status'> {
  /** The faults that changed the response. */
  faults: readonly string[]
  /** The path below the variant, with the query, such as `/tasks?page=0`. */
  target: string
}

/** Returns a request that a drill judges. */
export function toObservation(
  { requestId, method, path, query, status, changed: faults }: Omit<LogEntry, 'drill'>,
  facts: DrillFacts,
): Observation {
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
