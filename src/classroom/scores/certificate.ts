import type { FastifyInstance } from 'fastify'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { deriveCode } from '../../contract/codes.js'
import { randomSecret } from '../../contract/secrets.js'
import { hasEnded } from '../../rooms/training/exercise-settings.js'
import { challengesIn, countSolved } from '../challenges/routes.js'
import type { Certificate } from './schemas.js'
import { computeScore } from './score.js'

/** The number of groups of the number of a certificate: about 78 bits. */
const NUMBER_GROUPS = 4

/**
 * Returns the certificates of the learners of a class by the ids of their boards. They need names, and an exercise that has
 * ended.
 *
 * @param wanted the only number for which a certificate is returned
 */
export async function certificatesOf(
  { store, challenges: all, now }: Pick<FastifyInstance, 'store' | 'challenges' | 'now'>,
  classId: string,
  wanted?: string,
): Promise<Map<string, Certificate>> {
  const { name: className, exercise, defects: defectNames } = await store.getClass(classId)
  if (!hasEnded(exercise, now())) return new Map()
  const { title, startsAt, endsAt, finalDefects = defectNames } = exercise
  const selected = challengesIn(all, exercise)
  // The store keeps the key, so that the numbers stay valid after a restart.
  const key = await store.signingKey(DEFAULT_BOARD, randomSecret())
  const certificates = new Map<string, Certificate>()
  for (const { id: board, name, score } of await store.readClassBoards(classId)) {
    const { total, defects } = computeScore(score, finalDefects)
    const challenges = countSolved(selected, score)
    // The names can change later. The board is that of the learner.
    const result = { title, startsAt, endsAt, total, defects, challenges }
    const numberOf = (content: object) =>
      deriveCode(key, JSON.stringify(['certificate', board, content]), NUMBER_GROUPS)
    const number = numberOf(result)
    // Certificates of version 2.0.0 have numbers that depend on the names.
    const isWanted = [undefined, number, numberOf({ name, className, ...result })].includes(wanted)
    if (name !== null && isWanted) certificates.set(board, { number, name, className, ...result })
  }
  return certificates
}
