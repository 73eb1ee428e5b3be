import { DEFAULT_BOARD } from '../contract/board-id.js'
import type { Store } from '../rooms/store.js'
import { type Exercise, hasEnded } from '../rooms/training/exercise-settings.js'
import type { ClaimCounts } from '../rooms/training/values.js'
import { deriveCode } from '../secrets/codes.js'
import { randomSecret } from '../secrets/secrets.js'
import type { Certificate } from './schemas/certificate.js'
import { scoreOf } from './score.js'

/** The number of groups of the number of a certificate: about 78 bits. */
const NUMBER_GROUPS = 4

/** What a learner has achieved. */
export interface Achievement {
  /** The id of the board. */
  board: string
  /** The name of the learner; `null` if the board has none. */
  name: string | null
  className: string
  exercise: Exercise | null
  counts: ClaimCounts
  /** The names of the defects that the board has now. */
  defectNames: readonly string[]
  challenges: Certificate['challenges']
}

/**
 * Returns the certificate of a learner, or `undefined` if there is none: it needs a name, and an exercise that has ended.
 *
 * @param key the key of the number
 * @param wanted the only number for which the certificate is returned
 */
export function certificateOf(
  achievement: Achievement,
  key: string,
  now: string,
  wanted?: string,
): Certificate | undefined {
  const { board, name, className, exercise, counts, defectNames, challenges } = achievement
  if (name === null || !hasEnded(exercise, now)) return undefined
  const { title, startsAt, endsAt, finalDefects = defectNames } = exercise
  const { total, defects } = scoreOf(counts, finalDefects)
  // The names can change later. The board is that of the learner.
  const result = { title, startsAt, endsAt, total, defects, challenges }
  const numberOf = (content: object) => deriveCode(key, JSON.stringify(['certificate', board, content]), NUMBER_GROUPS)
  const number = numberOf(result)
  // Certificates of version 2.0.0 have numbers that depend on the names.
  const numbers = [undefined, number, numberOf({ name, className, ...result })]
  return numbers.includes(wanted) ? { number, name, className, ...result } : undefined
}

/** Returns the key of the numbers of certificates. The store keeps it, so that they stay valid after a restart. */
export function certificateKey(store: Store): Promise<string> {
  return store.signingKey(DEFAULT_BOARD, randomSecret())
}
