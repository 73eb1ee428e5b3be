import type { Mark } from './marks.js'

/** A sequence that has begun: its key, its next step, and what follows `@` in the key of its first step. */
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
  const known = begun.find(([other]) => other === own)
  const [, next, ...ownerOfKnown] = known ?? [own, 0, ...owner]
  if (step !== next) return begun
  if (isLast) return 'solved'
  const added: Begun = [own, step + 1, ...ownerOfKnown]
  return [...begun.filter((other) => other !== known), added].slice(-BEGUN_MAX)
}
