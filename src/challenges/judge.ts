import type { Mark } from './marks.js'

/** A mark whose sequence is not complete. It has the request if the step is the last one, and what follows `@` in the key. */
type Kept = readonly [key: string, step: number, at: number, requestId?: string | null, ...owner: string[]]

/** The kept marks by challenge. */
export type KeptMarks = Readonly<Record<string, readonly Kept[]>>

/** The maximum number of kept marks of a challenge: of first steps, and of later ones. Scripts repeat many requests. */
const KEPT_MAX = 200

/**
 * How long later steps wait for the first one, in milliseconds. It can only arrive later if another replica has handled
 * its request, and replicas write every 500 ms.
 */
const LATE_MAX = 10_000

/** A mark with the time and the id of its request. */
export interface TimedMark extends Mark {
  /** In milliseconds since the Unix epoch. */
  at: number
  requestId: string
}

/** The request that solved a challenge. */
export interface Solution {
  requestId: string
  /** In milliseconds since the Unix epoch. */
  at: number
}

/**
 * Adds a mark to those of its challenge. Marks can arrive in another order than their requests, because each replica
 * writes its own. Their times decide whether they are a sequence.
 *
 * @param kept the marks of the challenge
 * @returns the request that solved the challenge, or the marks to keep
 */
export function addMark(kept: readonly Kept[], mark: TimedMark): { solution: Solution } | { kept: readonly Kept[] } {
  const { step, at, requestId, isLast } = mark
  const [key = '', ...owner] = mark.key.split('@')
  if (isLast && step === 0) return { solution: { requestId, at } }
  const isUndone = ([other, , time, , its]: Kept) => time <= at && [other, `@${its}`, '@'].includes(mark.key)
  if (step < 0) return { kept: kept.filter((one) => !isUndone(one)) }
  const added: Kept = isLast ? [key, step, at, requestId] : [key, step, at, null, ...owner]
  // One step of a key alone completes nothing. This is the most frequent case: a client that creates many tasks.
  if (kept.every(([other]) => other !== key)) return { kept: dropSurplus([...kept, added], at) }
  const isSame = ([otherKey, otherStep]: Kept) => otherKey === key && otherStep === step
  // A sequence begins with the first of several equal exchanges, and ends with the last. They can arrive in another order.
  const [, , known] = kept.find(isSame) ?? []
  const isNeeded = known === undefined || (step === 0 ? at < known : at >= known)
  const marks = isNeeded ? [...kept.filter((other) => !isSame(other)), added] : kept
  const solution = findSequence(marks.filter(([other]) => other === key))
  return solution === undefined ? { kept: dropSurplus(marks, at) } : { solution }
}

function dropSurplus(marks: readonly Kept[], now: number): Kept[] {
  if (marks.every(([, step]) => step === 0)) return marks.slice(-KEPT_MAX)
  const first = marks.filter(([, step]) => step === 0).slice(-KEPT_MAX)
  const begun = new Set(first.map(([key]) => key))
  const later = marks.filter(([key, step, at]) => step > 0 && (begun.has(key) || at > now - LATE_MAX))
  return [...first, ...later.slice(-KEPT_MAX)]
}

function findSequence(marks: readonly Kept[]): Solution | undefined {
  let next = 0
  // The order of marks with the same time stays.
  for (const [, step, at, requestId] of [...marks].sort(([, , first], [, , second]) => first - second)) {
    if (step !== next) continue
    if (requestId != null) return { requestId, at }
    next++
  }
  return undefined
}
