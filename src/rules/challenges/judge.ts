import type { LoggedEntry, Mark } from '../log/entry.js'

/** A begun sequence: its key, the index of its next step, and its owner (the part after `@` in the first key). */
type Begun = readonly [key: string, next: number, ...owner: string[]]

/** The begun sequences by challenge. */
export type BegunSequences = Readonly<Record<string, readonly Begun[]>>

/** The maximum number of begun sequences of a challenge. Scripts repeat many requests. */
const BEGUN_MAX = 200

/**
 * Adds a mark to the begun sequences of its challenge. Marks arrive in the order of their responses.
 *
 * @returns the begun sequences, or `'solved'` if the mark completes one
 */
export function addMark(begun: readonly Begun[], { step, key, isLast }: Mark): readonly Begun[] | 'solved' {
  if (step < 0) return begun.filter(([own, , owner]) => ![own, `@${owner}`, '@'].includes(key))
  const [own = '', ...owner] = key.split('@')
  const index = begun.findIndex((other) => other[0] === own)
  const [, next, ...ownerOfKnown] = begun[index] ?? [own, 0, ...owner]
  if (step !== next) return begun
  if (isLast) return 'solved'
  const after: Begun[] = index < 0 ? begun.slice(1 - BEGUN_MAX) : begun.toSpliced(index, 1)
  after.push([own, step + 1, ...ownerOfKnown])
  return after
}

/** A challenge with the request that has solved it. */
export interface Solution extends Pick<LoggedEntry, 'requestId' | 'time'> {
  challenge: string
}

/**
 * Finds the challenges that requests have solved.
 *
 * @param entries requests to one board that count, in the order of the log
 * @param before the sequences that had begun before
 * @param solvedBefore the names of the challenges that were solved before
 */
export function judgeSteps(
  entries: readonly Pick<LoggedEntry, 'challenges' | 'requestId' | 'time'>[],
  before: BegunSequences,
  solvedBefore: Iterable<string>,
): { begun: BegunSequences; solutions: Solution[] } {
  if (entries.length === 0) return { begun: before, solutions: [] }
  const solved = new Set(solvedBefore)
  const begun = new Map(Object.entries(before))
  const solutions: Solution[] = []
  for (const { challenges, time, requestId } of entries) {
    for (const mark of challenges?.marks ?? []) {
      const { challenge } = mark
      if (solved.has(challenge)) continue
      const result = addMark(begun.get(challenge) ?? [], mark)
      if (result === 'solved' || result.length === 0) begun.delete(challenge)
      else begun.set(challenge, result)
      if (result !== 'solved') continue
      solved.add(challenge)
      solutions.push({ challenge, requestId, time })
    }
  }
  return { begun: Object.fromEntries(begun), solutions }
}
