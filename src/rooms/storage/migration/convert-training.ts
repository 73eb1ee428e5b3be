import { countClaim, countSolved, emptyScore } from '../../training/score.js'
import { type Converted, isTrue, type OldRow, type OldTables, pad, parse } from './old-rows.js'

/** The number of the exercise to which all claims, counts and solved challenges of version 2 belong. */
export const EXERCISE = '0001'

/** How often the defects of a room were configured, if it has any. Their notes and effects carry it. */
export const DEFECTS_NUMBER = 1

/** Claims counted in quarters. */
const QUARTERS = 4

/** Yields what a board has of its exercise. */
export async function* convertTraining(old: OldTables, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const claims = new Map<number | null, number[]>()
  for await (const claim of claimsOf(old, id)) {
    claims.set(claim.request, [...(claims.get(claim.request) ?? []), claim.number])
    yield { kind: 'claim', id: `${EXERCISE}-${pad(claim.number)}`, value: claim }
  }
  for await (const response of old.of('response', id, 'number')) {
    const { number, request_id, time, method, route, status, changed, hints = 0 } = response
    const about = claims.get(Number(number)) ?? []
    const value = { number: Number(number), requestId: request_id, time, method, route, status, claims: about }
    yield { kind: 'response', id: `${EXERCISE}-${pad(number)}`, value: [{ ...value, changed: parse(changed), hints }] }
  }
  for await (const { challenge, number, time, request_id } of old.of('solved_challenge', id, 'challenge')) {
    yield { kind: 'challenge', id: `${EXERCISE}-${challenge}`, value: { number, time, requestId: request_id } }
  }
  const begun = parse(board.challenge_marks)
  if (begun !== null) yield { kind: 'begun', id: EXERCISE, value: begun }
  if (!old.has('defect_effect')) return
  const effects = await old.read('SELECT * FROM {defect_effect} WHERE board_id = ?', [id])
  for (const { defect, effect, requests, first_request } of effects) {
    const value = { defect, effect, requests: Number(requests), first: parse(first_request) }
    yield { kind: 'defect-effect', id: `${DEFECTS_NUMBER}-${defect}-${effect}`, value }
  }
}

async function* claimsOf(old: OldTables, board: string) {
  for await (const claim of old.of('claim', board, 'number')) {
    const { number, time, request, request_id, fault, defect, comment, is_right } = claim
    const { credit = QUARTERS, explanation = null } = claim
    yield {
      number: Number(number),
      time: time as string,
      request: request === null ? null : Number(request),
      requestId: request_id as string | null,
      fault: fault as string | null,
      defect: defect as string | null,
      comment: comment as string | null,
      isRight: isTrue(is_right),
      credit: Number(credit) / QUARTERS,
      explanation: explanation as string | null,
    }
  }
}

/** Yields what the room of a board has of it. */
export async function* convertScore(old: OldTables, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const score = { ...emptyScore(), hints: Number(board.hints ?? 0), grade: parse(board.grade) ?? undefined }
  for await (const { fault, happened } of old.of('fault_count', id, 'fault')) {
    score.happened[fault as string] = Number(happened)
  }
  for await (const claim of claimsOf(old, id)) countClaim(score, claim)
  for await (const { challenge, time } of old.of('solved_challenge', id, 'challenge')) {
    countSolved(score, challenge as string, time as string)
  }
  yield { kind: 'score', id: `${EXERCISE}-${id}`, value: score }
  const run = parse(board.drill)
  if (run !== null)
    yield { kind: 'drill', id: `${EXERCISE}-${id}`, value: { run, outcome: parse(board.drill_outcome) } }
  if (board.class_id !== null) yield { kind: 'learner', id, value: await toLearner(old, board) }
}

async function toLearner(old: OldTables, board: OldRow): Promise<object> {
  const { id, class_place, name, learner_code_hash, is_joined, created_at, used_at, last_request_number } = board
  const [last] = await old.read('SELECT time FROM {journal} WHERE board_id = ? AND number = ?', [
    id as string,
    last_request_number as number,
  ])
  return {
    place: Number(class_place),
    name,
    codeHash: learner_code_hash,
    isJoined: is_joined === undefined ? learner_code_hash !== null : isTrue(is_joined),
    createdAt: created_at,
    usedAt: used_at,
    requests: Number(last_request_number),
    lastRequestAt: last?.time ?? null,
  }
}
