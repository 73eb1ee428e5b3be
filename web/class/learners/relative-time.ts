const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

/**
 * Returns how long ago a time was, in the language of the browser. Less than a minute is "now".
 *
 * @param now in milliseconds since 1970
 */
export function relativeTime(timestamp: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(timestamp)) / 1000)
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return format.format(-Math.floor(seconds / length), unit)
}
