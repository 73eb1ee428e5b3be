/** Milliseconds since the Unix epoch, now. */
export type Clock = () => number

/** A moment as the API writes it: UTC with whole seconds (specification, section 2). */
export function toTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
