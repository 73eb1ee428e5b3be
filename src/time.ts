/** A clock. It returns the current time in milliseconds since the Unix epoch. */
export type Clock = () => number

/** Formats a time as a timestamp of the API: UTC with whole seconds (specification, section 2). */
export function toTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
