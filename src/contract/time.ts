/** A clock. It returns the current time in milliseconds since the Unix epoch. */
export type Clock = () => number

/** The latest timestamps, by their seconds. Every request needs the same two or three, and formatting is slow. */
const timestamps = new Map<number, string>()
const TIMESTAMPS_MAX = 100

/** Formats a time as a timestamp of the API: UTC with whole seconds (specification, section 2). */
export function toTimestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000)
  let timestamp = timestamps.get(second)
  if (timestamp === undefined) {
    timestamp = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
    if (timestamps.size === TIMESTAMPS_MAX) timestamps.clear()
    timestamps.set(second, timestamp)
  }
  return timestamp
}

/** A valid timestamp of the API. Only a leap second also has the second 60. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\dZ$/

/** The latest year of a timestamp with four digits. */
export const LAST_YEAR = 9999

/**
 * Converts a date and time with any offset and with fractions of a second to a timestamp of the API.
 *
 * @param given has the format `date-time` of RFC 3339
 * @returns `undefined` for a leap second, and outside the years 0000 to 9999 of UTC
 */
export function normalizeTimestamp(given: string): string | undefined {
  if (TIMESTAMP.test(given)) return given
  const moment = new Date(given)
  const year = moment.getUTCFullYear()
  return Number.isNaN(year) || year < 0 || year > LAST_YEAR ? undefined : toTimestamp(moment.getTime())
}
