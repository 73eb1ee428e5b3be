import { countClaim, countSolved, emptyScore } from '../../training/score.js'
import { type Converted, groupBy, isTrue, type OldRow, type OldTables, pad, parse, pick } from './old-rows.js'

/** The number of the exercise to which all claims, counts and solved challenges of version 2 belong. */
export const EXERCISE = '0001'

/** How often the defects of a room were configured, if it has any. Their notes and effects carry it. */
export const DEFECTS_NUMBER = 1

/** Claims counted in quarters. */
const QUARTERS = 4

/** Yields what a board has of its exercise. */
export async function* convertTraining(old: OldTables, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const claims = await claimsOf(old, id)
  for (const claim of claims) yield ['claim', `${EXERCISE}-${pad(claim.number)}`, claim]
  const numbers = groupBy(claims, 'request')
  for await (const row of old.rows('response', 'number', id)) {
    const response = {
      ...pick(row, 'number', 'request_id', 'time', 'method', 'route', 'status'),
      claims: (numbers.get(row.number as number) ?? []).map(({ number }) => number),
      changed: parse(row.changed),
      hints: row.hints ?? 0,
    }
    yield ['response', `${EXERCISE}-${pad(row.number)}`, [response]]
  }
  for await (const row of old.rows('solved_challenge', 'challenge', id)) {
    yield ['challenge', `${EXERCISE}-${row.challenge}`, pick(row, 'number', 'time', 'request_id')]
  }
  const begun = parse(board.challenge_marks)
  if (begun !== null) yield ['begun', EXERCISE, begun]
  if (!old.has('defect_effect')) return
  const effects = await old.read('SELECT * FROM {defect_effect} WHERE board_id = ?', id)
  for (const { defect, effect, requests, first_request } of effects) {
    const value = { defect, effect, requests, first: parse(first_request) }
    yield ['defect-effect', `${DEFECTS_NUMBER}-${defect}-${effect}`, value]
  }
}

async function claimsOf(old: OldTables, board: string) {
  const claims = []
  for await (const row of old.rows('claim', 'number', board)) {
    const { credit = QUARTERS } = row
    claims.push({
      number: row.number as number,
      time: row.time as string,
      request: row.request as number | null,
      requestId: row.request_id as string | null,
      fault: row.fault as string | null,
      defect: row.defect as string | null,
      comment: row.comment as string | null,
      isRight: isTrue(row.is_right),
      credit: Number(credit) / QUARTERS,
      explanation: (row.explanation ?? null) as string | null,
    })
  }
  return claims
}

/** Yields what the room of a board has of it. */
export async function* convertScore(old: OldTables, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const score = { ...emptyScore(), hints: Number(board.hints ?? 0), grade: parse(board.grade) ?? undefined }
  for await (const { fault, happened } of old.rows('fault_count', 'fault', id)) {
    score.happened[fault as string] = happened as number
  }
  for (const claim of await claimsOf(old, id)) countClaim(score, claim)
  for await (const { challenge, time } of old.rows('solved_challenge', 'challenge', id)) {
    countSolved(score, challenge as string, time as string)
  }
  yield ['score', `${EXERCISE}-${id}`, score]
  const drill = { drill: board.drill, 'drill-outcome': board.drill_outcome }
  for (const [kind, json] of Object.entries(drill)) {
    if (json != null) yield [kind, `${EXERCISE}-${id}`, parse(json)]
  }
  if (board.class_id !== null) yield ['learner', id, await toLearner(old, board)]
}

async function toLearner(old: OldTables, board: OldRow): Promise<object> {
  const { class_place, learner_code_hash, is_joined = learner_code_hash === null ? 0 : 1, last_request_number } = board
  const sql = 'SELECT time FROM {journal} WHERE board_id = ? AND number = ?'
  const [last] = await old.read(sql, board.id as string, last_request_number as number)
  return {
    place: class_place,
    name: board.name,
    codeHash: learner_code_hash,
    isJoined: isTrue(is_joined),
    ...pick(board, 'created_at', 'used_at'),
    requests: last_request_number,
    lastRequestAt: last?.time ?? null,
  }
}
