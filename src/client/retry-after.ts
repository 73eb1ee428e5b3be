/** The wait in milliseconds if a 429 does not say how long. */
const WAIT_DEFAULT = 1000

/**
 * Reads `Retry-After`: a number of seconds, or a date (RFC 9110, section 10.2.3).
 *
 * @param value the value of the header; `null` if it is absent
 * @returns the wait in milliseconds, at least a second
 */
export function readRetryAfter(value: string | null): number {
  if (value === null) return WAIT_DEFAULT
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? WAIT_DEFAULT : Math.max(milliseconds, WAIT_DEFAULT)
}
