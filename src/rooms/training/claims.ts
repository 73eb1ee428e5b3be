import { BoardFrozen, BoardFull, ClaimExists, quotaUnit } from '../../contract/errors.js'
import { hintSettingOf } from '../../rules/claims/credit.js'
import { judgeClaim } from '../../rules/claims/judge.js'
import type { Numbered } from '../../rules/log/entry.js'
import { defineKind, toRowId } from '../board/items.js'
import { reserveNumbers } from '../board/profile.js'
import type { BoardFork, BoardView } from '../handles.js'
import { changeRequest } from '../log/log.js'
import { exerciseId, profileOf } from '../room.js'
import { recordSolved } from './challenges.js'
import { requireRunning } from './exercise-settings.js'
import { belongsToAttempt, changedResponses, requireResponse } from './responses.js'
import { changeScore, countClaim, scoreIn } from './score.js'
import type { Claim, NewClaim } from './values.js'

/** The id has the number of the exercise and that of the claim. */
const CLAIM = defineKind<Claim>('claim')

const idOf = ({ room }: BoardView, number: number) => `${exerciseId(room)}-${toRowId(number)}`

/**
 * Requires that learners can make claims, take hints and submit grades.
 *
 * @throws BoardFrozen, ExerciseNotStarted, ExerciseEnded
 */
export function requireOpen({ room }: BoardView, now: string): void {
  const { frozen, exercise } = profileOf(room)
  if (frozen) throw new BoardFrozen()
  requireRunning(exercise, now)
}

/**
 * Judges a claim, and stores it with its verdict. If several responses have the request id, the latest counts.
 *
 * @param max the maximum number of claims of a board
 * @throws BoardFrozen, ExerciseNotStarted, ExerciseEnded, ResponseNotFound, ClaimExists, BoardFull
 */
export function addClaim(
  board: BoardFork,
  { explanations, challenge, ...input }: NewClaim,
  max: number,
  now: string,
): Claim {
  // The exercise can change while a claim waits for its response.
  requireOpen(board, now)
  const { requestId = null, fault = null, defect = null, comment } = input
  const judged =
    requestId === null || fault === null ? judgeDefect(board, defect as string) : judgeFault(board, requestId, fault)
  const { response, isRight, credit } = judged
  const request = response?.number ?? null
  if (CLAIM.count(board, exerciseId(board.room)) >= max) throw new BoardFull(max, quotaUnit('claims'))
  const number = reserveNumbers(board, 'claim')
  // Another response may have got the same request id meanwhile.
  const explained = (explanations?.request ?? null) === request ? explanations : undefined
  const explanation = explained?.[isRight ? 'right' : 'wrong'] ?? null
  const claim = { number, time: now, requestId, request, fault, defect, comment, isRight, credit, explanation }
  CLAIM.put(board, idOf(board, number), claim)
  if (response !== undefined) changeRequest(board, response.number, { claims: [...(response.claims ?? []), number] })
  changeScore(board, (score) => countClaim(score, claim))
  if (isRight && challenge !== undefined && requestId !== null) recordSolved(board, challenge, { requestId, time: now })
  return claim
}

type Judgement = Pick<Claim, 'isRight' | 'credit'> & { response?: Numbered }

function judgeFault(board: BoardView, requestId: string, fault: string): Judgement {
  const response = requireResponse(board, requestId)
  const others = claimsWith(board, response.claims)
  requireNew(others.find((claim) => claim.fault === fault))
  const setting = hintSettingOf(profileOf(board.room).exercise)
  return { response, ...judgeClaim(fault, response, others, setting) }
}

function judgeDefect(board: BoardView, defect: string): Judgement {
  const isClaimed = Object.hasOwn(scoreIn(board.room, board.id).defects, defect)
  const claims = isClaimed ? CLAIM.backward(board, { text: JSON.stringify(defect) }) : []
  for (const { value } of claims) if (value.defect === defect) requireNew(value)
  return { isRight: profileOf(board.room).defects.includes(defect), credit: 1 }
}

function requireNew(existing: Claim | undefined): void {
  if (existing !== undefined) throw new ClaimExists(String(existing.number))
}

/** Returns the claims with some numbers. */
function claimsWith(board: BoardView, numbers: readonly number[] = []): Claim[] {
  return numbers.map((number) => CLAIM.get(board, idOf(board, number)) as Claim)
}

/** Lists the claims of the exercise, the latest first. */
export function listClaims(board: BoardView, { page, size }: { page: number; size: number }) {
  const from = exerciseId(board.room)
  const claims: Claim[] = []
  for (const { value } of CLAIM.backward(board, { from, skip: page * size })) {
    if (claims.length === size) break
    claims.push(value)
  }
  return { claims, total: CLAIM.count(board, from) }
}

/** Returns the claims of the exercise as they are stored, in the order of their numbers. */
export function storedClaims(board: BoardView) {
  return CLAIM.stored(board, exerciseId(board.room))
}

/** Lists the claims after the one with this number, oldest first. */
export function listClaimsAfter(board: BoardView, number: number, max: number): Claim[] {
  return CLAIM.list(board, idOf(board, number + 1), max).map(({ value }) => value)
}

export type NumberedEntry = ReturnType<typeof withClaims>

/** Returns a request with what counts now of its response: whether learners can make claims, the hints, and the claims. */
export function withClaims(board: BoardView, logged: Numbered) {
  const { attempt, hints = 0, claims, effects, defectsNumber, challenges, drill, ...request } = logged
  return belongsToAttempt(board, logged)
    ? { ...request, isClaimable: true, hintsTaken: hints, claims: claimsWith(board, claims) }
    : { ...request, isClaimable: false, hintsTaken: 0, claims: [] }
}

/** Lists the faults of the latest responses that no claim has found, the latest first, and whether each had no other fault. */
export function listMissed(board: BoardView, max: number) {
  const missed = []
  for (const { number, requestId, time, method, route, status, claims, changed } of changedResponses(board)) {
    if (missed.length >= max) break
    const found = new Set(claimsWith(board, claims).flatMap(({ isRight, fault }) => (isRight ? [fault] : [])))
    for (const fault of changed) {
      if (found.has(fault)) continue
      missed.push({ fault, number, requestId, time, method, route, status, isAlone: changed.length === 1 })
    }
  }
  return missed.slice(0, max)
}

/** Deletes the claims of the exercise. */
export function deleteClaims(board: BoardFork): void {
  CLAIM.deleteFrom(board, exerciseId(board.room))
}
