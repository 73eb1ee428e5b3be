import { percentOf } from '../../../src/contract/numbers.js'

/** Returns a calendar date in the language of the browser, or an invalid one unchanged. */
export function formatDate(date: unknown): string {
  const time = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time)) return String(date)
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Returns a timestamp in the language and the time zone of the browser, or an invalid one unchanged. */
export function formatTime(timestamp: unknown): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(time)) return String(timestamp)
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Returns the time of a timestamp from today, or the date and time of an older one. */
export function formatRecent(timestamp: string): string {
  const moment = new Date(timestamp)
  const isToday = moment.toDateString() === new Date().toDateString()
  return isToday ? moment.toLocaleTimeString(undefined, { timeStyle: 'medium' }) : formatTime(timestamp)
}

/** Returns a number of bytes with a unit. */
export function formatBytes(bytes: unknown): string {
  if (typeof bytes !== 'number') return String(bytes)
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns a duration as minutes and seconds, for example 59:07. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Returns a share as a percentage; a dash if there is none. */
export function formatShare(share: number | null | undefined): string {
  return share == null ? '–' : percentOf(share)
}
