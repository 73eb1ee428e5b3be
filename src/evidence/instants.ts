/** A date and time of RFC 3339. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** The years 2001 to 2286, as Unix time in seconds. */
const SECONDS_MIN = 1e9
const SECONDS_MAX = 1e10

/** Whether a value is a timestamp as text. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && TIMESTAMP.test(value)
}

/**
 * Whether two values are instants of the same type, with at most `tolerance` milliseconds between them. In values of
 * whole seconds, any difference is at least a second, so the tolerance is rounded up.
 */
export function isSoonAfter(expected: unknown, actual: unknown, tolerance: number): boolean {
  if (typeof expected !== typeof actual) return false
  const [before, after] = [millisecondsOf(expected), millisecondsOf(actual)]
  const isWhole = before % 1000 === 0 && after % 1000 === 0
  return Math.abs(before - after) <= (isWhole ? Math.ceil(tolerance / 1000) * 1000 : tolerance)
}

/** The time since the Unix epoch, or `NaN` if a value is no instant. */
function millisecondsOf(value: unknown): number {
  if (isTimestamp(value)) return Date.parse(value)
  if (typeof value !== 'number') return Number.NaN
  if (value >= SECONDS_MIN && value < SECONDS_MAX) return value * 1000
  return value >= SECONDS_MIN * 1000 && value < SECONDS_MAX * 1000 ? value : Number.NaN
}
