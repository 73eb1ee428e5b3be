import type { FastifyInstance } from 'fastify'
import type { ClassBoard, StoredClass } from '../../rooms/classes/values.js'
import { challengesIn } from '../../training/show-challenges.js'

/**
 * Reads a class and its boards. Drills of an exercise that has ended are judged before.
 *
 * @throws ClassNotFound
 */
export async function readClass(
  { store, challenges, drills }: Pick<FastifyInstance, 'store' | 'challenges' | 'drills'>,
  id: string,
): Promise<{ found: StoredClass; boards: ClassBoard[] }> {
  const found = await store.getClass(id)
  const names = challengesIn(challenges, found.exercise).map(({ name }) => name)
  await drills.endRuns(found)
  return { found, boards: await store.readClassBoards(id, names) }
}
