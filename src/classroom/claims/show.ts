import type { FastifyInstance } from 'fastify'
import { FAULTS } from '../../api/buggy/faults/index.js'
import { ExerciseNotFound } from '../../contract/errors.js'
import { MISSED_MAX } from '../../contract/limits.js'
import { type Exercise, hasEnded, hidesFaults, stateOf } from '../../rooms/training/exercise-settings.js'
import type { Claim, NumberedEntry } from '../../rooms/training/values.js'
import { NO_FAULT } from '../../rules/claims/judge.js'
import type { Exercise as ShownExercise } from '../exercises/learner-schemas.js'
import type { Score } from '../scores/schemas.js'
import { type Quality, scoreOf } from '../scores/score.js'
import type { Claim as ShownClaim } from './schemas.js'

/**
 * What a client may see about the claims and faults of a board: nothing, the verdicts, the verdicts and the number of
 * faults, or everything. Owners always see everything. Learners see everything after the exercise ends.
 *
 * During an exercise, the number of faults would reveal after each request which faults its response had.
 */
export type View = 'nothing' | 'verdicts' | 'counts' | 'everything'

/** Returns what a client may see. */
export function viewOf(exercise: Exercise | null, now: string, isOwner: boolean): View {
  if (isOwner) return 'everything'
  if (exercise === null) return 'counts'
  if (hasEnded(exercise, now)) return 'everything'
  return exercise.feedback === 'immediate' ? 'verdicts' : 'nothing'
}

/**
 * Whether a client may see the expected response and the faults of a response. Before everything is shown, a right claim
 * about the response is required. During an exercise, the response must have no other faults or defects to find (decision
 * 130).
 *
 * @param claims the claims about the response
 * @param response the faults that changed the response, and whether its board has defects
 */
export function mayShowEvidence(
  view: View,
  claims: readonly Pick<ShownClaim, 'verdict' | 'fault'>[],
  { changed, hasDefects }: { changed: readonly string[]; hasDefects: boolean },
): boolean {
  if (view === 'everything') return true
  const right = claims.filter(({ verdict }) => verdict === 'right').map(({ fault }) => fault)
  if (right.length === 0) return false
  return view === 'counts' || (!hasDefects && changed.every((fault) => right.includes(fault)))
}

/**
 * Shows an exercise. The seed of its drill says which requests have which faults.
 *
 * @throws ExerciseNotFound if there is none
 */
export function showExercise(exercise: Exercise | null, now: string, isOwner: boolean): ShownExercise {
  if (exercise === null) throw new ExerciseNotFound()
  const { finalDefects: _, drill, ...settings } = exercise
  const seed = isOwner || !hidesFaults(exercise, now) ? drill?.seed : null
  return {
    ...settings,
    ...(drill && { drill: { profile: drill.profile, seed: seed ?? null } }),
    state: stateOf(exercise, now),
  }
}

export function showClaim({ request: _, isRight, credit, explanation, ...claim }: Claim, view: View): ShownClaim {
  const verdict = isRight ? 'right' : 'wrong'
  const isShown = view !== 'nothing'
  const isFind = isShown && isRight && claim.fault !== NO_FAULT
  return {
    ...claim,
    verdict: isShown ? verdict : null,
    credit: isFind ? credit : null,
    explanation: isShown ? explanation : null,
  }
}

/** The values that reveal how many faults happened. */
export const WITHOUT_COUNTS = { happened: null, recall: null, f1: null }

const UNKNOWN: Record<keyof Quality, null> = {
  ...WITHOUT_COUNTS,
  found: null,
  credit: null,
  wrong: null,
  precision: null,
}

/** Reads the score of a board, limited to what the client may see. */
export async function readScore(
  { store, defects: catalogue }: Pick<FastifyInstance, 'store' | 'defects'>,
  board: string,
  now: string,
  isOwner: boolean,
): Promise<Score> {
  const { exercise, defects: ofBoard, hintsTaken } = await store.readState(board)
  const view = viewOf(exercise, now, isOwner)
  const counts = await store.countClaims(board)
  const present = exercise?.finalDefects ?? Object.keys(ofBoard ?? {})
  const { claims, total, faults, none, defects } = scoreOf(counts, present)
  const grade = await store.getGrade(board)
  const hidden = { nothing: UNKNOWN, verdicts: WITHOUT_COUNTS, counts: {}, everything: {} }[view]
  const missed = view === 'everything' ? await store.listMissed(board, MISSED_MAX) : []
  const shownDefects = catalogue
    .filter(({ name }) => present.includes(name))
    .map(({ name, title, rule }) => ({ defect: name, title, rule, found: counts.defects.found.includes(name) }))
    .filter(({ found }) => view === 'everything' || (found && view !== 'nothing'))
  return {
    state: exercise && stateOf(exercise, now),
    feedback: exercise?.feedback ?? null,
    claims,
    hintsTaken,
    total: { ...total, ...hidden },
    faults:
      view === 'nothing' ? [] : faults.map((fault) => ({ ...fault, ...(view !== 'everything' && WITHOUT_COUNTS) })),
    rightNone: view === 'nothing' ? null : none.right,
    wrongNone: view === 'nothing' ? null : none.wrong,
    defects: view === 'nothing' ? UNKNOWN : defects,
    foundDefects: shownDefects,
    ...(grade && { grade }),
    missed: missed.map((fault) => ({ ...fault, effect: effectOf(fault.fault) })),
  }
}

/** Returns what a fault does to a response. */
export function effectOf(name: string): string {
  return FAULTS.find((fault) => fault.name === name)?.effect ?? ''
}

/** Returns requests of the log and the claims about them, limited to what the client may see. */
export function showRequests(requests: readonly NumberedEntry[], view: View) {
  const isShown = view === 'everything'
  return requests.map(({ ordinal: _, drawn: __, changed, duration, isClaimable, claims, ...request }) => {
    const found = claims.filter(({ isRight }) => isRight).map(({ fault }) => fault)
    return {
      ...request,
      duration: duration / 1000,
      changed: isShown ? changed : null,
      missed: isShown ? changed.filter((fault) => isClaimable && !found.includes(fault)) : null,
      claims: claims.map((claim) => showClaim(claim, view)),
    }
  })
}
