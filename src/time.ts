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
