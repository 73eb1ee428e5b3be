import type { ClassProjection } from '../../../src/classroom/projector/schemas.js'
import type { Ranking } from './use-projector-address.js'

/** Returns the names of learners by the ids of their boards, if the trainer projects names. */
export function namesFor(
  setting: Ranking,
  projection: ClassProjection | undefined,
): ReadonlyMap<string, string | null> {
  const ranking = setting === 'names' ? (projection?.ranking ?? []) : []
  return new Map(ranking.map(({ board, name }) => [board, name]))
}
