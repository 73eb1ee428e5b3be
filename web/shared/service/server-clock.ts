/** The time of the service minus that of the browser, in milliseconds. Clocks of laptops can be wrong by minutes. */
let offset = 0

/** The maximum error of a measured offset in milliseconds: responses have whole seconds, and take time. */
const TOLERANCE = 2000

/** Updates the time of the service from a response. */
export function noteServerTime({ headers }: Response): void {
  const measured = Date.parse(headers.get('date') ?? '') - Date.now()
  // The largest offset is the most accurate. A much smaller one means that a clock has changed.
  if (measured > offset || measured < offset - TOLERANCE) offset = measured
}

/** Returns the time of the service in milliseconds since 1970, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offset
}
