/** Returns a time, such as the local time of a form, as a timestamp of the API. */
export function toTimestamp(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** Returns a timestamp as the local time of a form, in seconds. */
export function toLocal(timestamp: string): string {
  const date = new Date(timestamp)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
