import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'

/** The number of minutes that the activity of a learner shows. */
export const ACTIVITY_MINUTES = 15

const MINUTE = 60_000

/** The requests of the learners of a class per minute, since the page was opened. */
export type Activity = ReadonlyMap<string, { requests: number; perMinute: ReadonlyMap<number, number> }>

/**
 * Adds the requests that have arrived since the last call. The requests from before the first call are not counted.
 *
 * @param now in milliseconds since 1970
 */
export function noteActivity(before: Activity, learners: Iterable<ClassBoard>, now: number): Activity {
  const minute = Math.floor(now / MINUTE)
  const after = new Map(before)
  for (const { id, requests } of learners) {
    const known = before.get(id)
    // A reset of the board counts from the start.
    const added = known === undefined ? 0 : Math.max(0, requests - known.requests)
    if (known !== undefined && known.requests === requests) continue
    const kept = [...(known?.perMinute ?? [])].filter(([past]) => past > minute - ACTIVITY_MINUTES)
    const perMinute = new Map(kept)
    if (added > 0) perMinute.set(minute, (perMinute.get(minute) ?? 0) + added)
    after.set(id, { requests, perMinute })
  }
  return after
}

/** Returns the requests of a learner in each of the last minutes, oldest first. */
export function recentActivity(activity: Activity, id: string, now: number): number[] {
  const minute = Math.floor(now / MINUTE)
  const perMinute = activity.get(id)?.perMinute
  return Array.from(
    { length: ACTIVITY_MINUTES },
    (_, index) => perMinute?.get(minute - ACTIVITY_MINUTES + 1 + index) ?? 0,
  )
}
