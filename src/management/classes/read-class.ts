import type { FastifyInstance } from 'fastify'
import type { ClassBoard, StoredClass } from '../../store/store.js'
import { challengesIn } from '../../training/show-challenges.js'

/**
 * Reads a class and its boards.
 *
 * @throws ClassNotFound
 */
export async function readClass(
  { store, challenges }: Pick<FastifyInstance, 'store' | 'challenges'>,
  id: string,
): Promise<{ found: StoredClass; boards: ClassBoard[] }> {
  const found = await store.getClass(id)
  const names = challengesIn(challenges, found.exercise).map(({ name }) => name)
  return { found, boards: await store.readClassBoards(id, names) }
}
