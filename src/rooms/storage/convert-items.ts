import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { ChecklistItem } from '../../contract/schemas/task.js'
import { GAP } from '../board/columns.js'
import { COMMENT_KIND, FILE_KIND, IDS_ID, IDS_KIND, TASK_KIND, toRowId } from '../board/items.js'
import { countClaim, countSolved, emptyScore } from '../training/score.js'
import type { Claim } from '../training/values.js'
import { groupBy, isTrue, type OldRow, parse, pick, type ReadOld } from './old-rows.js'

/** The number of the exercise to which all claims, counts and solved challenges of version 2 belong. */
const EXERCISE = '0001'

/** How often the defects of a room were configured, if it has any. Their notes and effects carry it. */
export const DEFECTS_NUMBER = 1

/** What is before the number of an attachment in the key of its bytes. */
export const FILE_PREFIX = 'file-'

/** Claims counted in quarters. */
const QUARTERS = 4

/** An item of the board, or of its room. */
type Converted = readonly [kind: string, id: string, value: object, isOfRoom?: boolean]

/** Yields the items of a board, in no order. Bytes are copied by another statement. */
export async function* convertItems(read: ReadOld, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const lastIds = {
    ...{ task: board.last_task_id, checklistItem: board.last_checklist_item_id },
    ...{ comment: board.last_comment_id, attachment: board.last_attachment_id },
  }
  yield [IDS_KIND, IDS_ID, lastIds]
  if (board.signing_key !== null) yield ['key', 'signing', { key: board.signing_key }]
  const { fault_seed, fault_ordinal, fault_restarts, defects } = board
  yield ['fault-plan', 'current', { seed: fault_seed, ordinal: fault_ordinal, restarts: fault_restarts }]
  // In a class, the class has the names of the defects; the board has its notes.
  if (defects !== null) yield ['defect-notes', String(DEFECTS_NUMBER), parse(defects)]
  yield* convertTasks(read, id)
  for (const row of await read('SELECT * FROM {comment} WHERE board_id = ? ORDER BY id', id)) {
    const comment = { task: row.task_id, ...pick(row, 'id', 'text', 'created_at', 'updated_at') }
    yield [COMMENT_KIND, toRowId(row.id as number), comment]
  }
  for (const row of await read('SELECT * FROM {session} WHERE board_id = ? ORDER BY id', id)) {
    const sql = 'SELECT hash, used FROM {refresh_token} WHERE board_id = ? AND session_id = ? ORDER BY expires_at'
    const tokens = (await read(sql, id, row.id as string)).map(({ hash, used }) => ({ hash, isUsed: isTrue(used) }))
    yield ['session', row.id as string, { ...pick(row, 'username', 'expires_at'), generation: 0, tokens }]
  }
  yield* convertExercise(read, board)
}

/** Yields the tasks of a board, column by column. */
async function* convertTasks(read: ReadOld, board: string): AsyncGenerator<Converted> {
  const columns = 'task_id, id, file_name, content_type, file_size_bytes, uploaded_at'
  const attachments = await read(`SELECT ${columns} FROM {attachment} WHERE board_id = ? ORDER BY id`, board)
  const files = groupBy(attachments, 'task_id')
  const places = STATUSES.map(() => 0)
  for (const run of await read('SELECT * FROM {run} WHERE board_id = ? ORDER BY status, rank', board)) {
    const status = run.status as number
    const sql = 'SELECT * FROM {task} WHERE board_id = ? AND status = ? AND run_id = ? ORDER BY sort_key, id'
    for (const task of await read(sql, board, status, run.id as number)) {
      const place = (places[status] as number) + 1
      places[status] = place
      yield [TASK_KIND, toRowId(task.id as number), toTask(task, place, files.get(task.id) ?? [])]
    }
  }
  for (const { id } of attachments) yield [FILE_KIND, FILE_PREFIX + id, {}]
}

function toTask(task: OldRow, place: number, files: readonly OldRow[]): object {
  const checklist: ChecklistItem[] = parse(task.checklist_items)
  return {
    ...pick(task, 'id', 'title', 'description'),
    status: STATUSES[task.status as number],
    priority: PRIORITIES[task.priority as number],
    ...pick(task, 'due_date'),
    sortOrder: place * GAP,
    labels: parse(task.labels),
    checklistItems: checklist.map(({ id, text, done }) => ({ id, text, done })),
    comments: [],
    attachments: files.map((file) => pick(file, 'id', 'file_name', 'content_type', 'file_size_bytes', 'uploaded_at')),
    ...pick(task, 'created_at', 'updated_at'),
    ...(files.length > 0 && { blobs: files.map(({ id }) => FILE_PREFIX + id) }),
  }
}

/** Yields what a board and its room have of its exercise. */
async function* convertExercise(read: ReadOld, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const score = { ...emptyScore(), hints: Number(board.hints ?? 0), grade: parse(board.grade) ?? undefined }
  const claims = []
  for (const row of await read('SELECT * FROM {claim} WHERE board_id = ? ORDER BY number', id)) {
    const claim = toClaim(row)
    claims.push(claim)
    countClaim(score, claim)
    yield ['claim', `${EXERCISE}-${toRowId(claim.number)}`, claim]
  }
  const claimed = groupBy(claims, 'request')
  for (const row of await read('SELECT * FROM {response} WHERE board_id = ? ORDER BY number', id)) {
    const request = {
      ...pick(row, 'request_id', 'time', 'method', 'route', 'status'),
      ...{ ordinal: null, path: '', query: null, size: 0, duration: 0, drawn: [] },
      changed: parse(row.changed),
      attempt: board.challenge_restarts ?? 0,
      hints: row.hints ?? 0,
      claims: claimed.get(row.number as number)?.map(({ number }) => number),
    }
    yield ['log', toRowId(row.number as number), [request]]
  }
  for (const row of await read('SELECT * FROM {solved_challenge} WHERE board_id = ? ORDER BY challenge', id)) {
    countSolved(score, row.challenge as string, row.time as string)
    yield ['challenge', `${EXERCISE}-${row.challenge}`, pick(row, 'number', 'time', 'request_id')]
  }
  for (const { fault, happened } of await read('SELECT * FROM {fault_count} WHERE board_id = ? ORDER BY fault', id)) {
    score.happened[fault as string] = happened as number
  }
  yield ['score', `${EXERCISE}-${id}`, score, true]
  const { challenge_marks, drill, drill_outcome } = board
  const [begun, run, outcome] = [challenge_marks, drill, drill_outcome].map(parse)
  if (begun !== null) {
    const [restarts, last] = [board.challenge_restarts ?? 0, Number(board.last_request_number)]
    yield ['begun', 'current', { restarts, last, sequences: begun }]
  }
  if (run !== null) yield ['drill', `${EXERCISE}-${id}`, run, true]
  if (outcome !== null) yield ['drill-outcome', `${EXERCISE}-${id}`, outcome, true]
  for (const row of await read('SELECT * FROM {defect_effect} WHERE board_id = ?', id)) {
    const value = { ...pick(row, 'defect', 'effect', 'requests'), first: parse(row.first_request) }
    yield ['defect-effect', `${DEFECTS_NUMBER}-${row.defect}-${row.effect}`, value]
  }
  if (board.class_id !== null) yield ['learner', id, await toLearner(read, board), true]
}

function toClaim(row: OldRow): Claim {
  const { credit = QUARTERS } = row
  return {
    ...pick(row, 'number', 'time', 'request', 'request_id', 'fault', 'defect', 'comment'),
    isRight: isTrue(row.is_right),
    credit: Number(credit) / QUARTERS,
    ...pick(row, 'explanation'),
  } as unknown as Claim
}

async function toLearner(read: ReadOld, board: OldRow): Promise<object> {
  const { class_place, learner_code_hash, is_joined = learner_code_hash === null ? 0 : 1, last_request_number } = board
  const sql = 'SELECT time FROM {journal} WHERE board_id = ? AND number = ?'
  const [last] = await read(sql, board.id as string, last_request_number as number)
  return {
    place: class_place,
    name: board.name,
    codeHash: learner_code_hash,
    joined: isTrue(is_joined),
    requests: last_request_number,
    lastActivity: last?.time ?? null,
    restarts: board.challenge_restarts ?? 0,
  }
}
