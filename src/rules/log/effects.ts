import { LOG_PATH_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import type { DefectEffect, Effect, Numbered } from './entry.js'

/** The requests that a defect has affected in one way since it was configured. */
export interface EffectCount {
  defect: string
  effect: DefectEffect
  /** The number of requests. */
  requests: number
  first: AffectedRequest
}

export interface AffectedRequest extends Pick<Numbered, 'number' | 'requestId' | 'time' | 'method' | 'status'> {
  /** The first `LOG_PATH_MAX` characters of the path below the base URL of the board, with the query. */
  target: string
}

/** Counts a request that a defect has affected, besides those before it. */
export function countEffect(
  before: EffectCount | undefined,
  { defect, effect }: Effect,
  request: Omit<AffectedRequest, 'target'> & Pick<Numbered, 'path' | 'query'>,
): EffectCount {
  if (before !== undefined) return { ...before, requests: before.requests + 1 }
  const { number, requestId, time, method, path, query, status } = request
  const target = startOf(query === null ? path : `${path}?${query}`, LOG_PATH_MAX)
  return { defect, effect, requests: 1, first: { number, requestId, time, method, target, status } }
}

/** Orders counts by defect, as they are shown. */
export function sortEffects(counts: readonly EffectCount[]): EffectCount[] {
  const keyOf = ({ defect, effect }: EffectCount) => `${defect} ${effect}`
  return counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
