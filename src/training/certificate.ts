import { deriveCode } from '../secrets/codes.js'
import { randomSecret } from '../secrets/secrets.js'
import { type Exercise, stateOf } from '../store/exercise.js'
import { DEFAULT_BOARD, type Store } from '../store/store.js'
import type { ClaimCounts } from '../store/training-methods.js'
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
  /** The names of the defects of the board. */
  defectNames: readonly string[]
  challenges: Certificate['challenges']
}

/**
 * Returns the certificate of a learner, or `undefined` if there is none: it needs a name, and an exercise that has ended.
 *
 * @param key the key of the number
 */
export function certificateOf(achievement: Achievement, key: string, now: string): Certificate | undefined {
  const { board, name, className, exercise, counts, defectNames, challenges } = achievement
  if (name === null || exercise === null || stateOf(exercise, now) !== 'ended') return undefined
  const { total, defects } = scoreOf(counts, defectNames)
  // An exercise that has ended has an end.
  const { title, startsAt, endsAt } = exercise as Exercise & { endsAt: string }
  const certified = { name, className, title, startsAt, endsAt, total, defects, challenges }
  return { number: deriveCode(key, JSON.stringify(['certificate', board, certified]), NUMBER_GROUPS), ...certified }
}

/** Returns the key of the numbers of certificates. The store keeps it, so all replicas have the same one. */
export function certificateKey(store: Store): Promise<string> {
  return store.signingKey(DEFAULT_BOARD, randomSecret())
}
