import { LRUCache } from 'lru-cache'
import { BoardNotFound } from '../../contract/errors.js'
import type { BoardTransaction, Database } from '../database.js'
import type { BoardState } from '../store.js'
import { effectiveDefects } from './class-settings.js'
import { parseExercise } from './exercises.js'

interface Row extends Omit<BoardState, 'defects' | 'drill' | 'exercise' | 'isFrozen'> {
  id: string
  defects: string | null
  classDefects: string | null
  exercise: string | null
  drill: string | null
  isFrozen: number
}

/** The maximum number of boards whose states are cached. */
const CACHED_MAX = 10_000

/** Returns the state of a board. Names each property, because rest and spread of a row take longer than its query. */
function toState(row: Row): BoardState {
  return {
    name: row.name,
    // PostgreSQL returns sums of integers as text.
    revision: Number(row.revision),
    usedAt: row.usedAt,
    expiresAt: row.expiresAt,
    classId: row.classId,
    lastRequest: row.lastRequest,
    lastClaim: row.lastClaim,
    hintsTaken: row.hintsTaken,
    lastChallenge: row.lastChallenge,
    challengeRestarts: row.challengeRestarts,
    lastTask: row.lastTask,
    // Most boards have neither.
    defects: (row.defects ?? row.classDefects) === null ? null : effectiveDefects(row.defects, row.classDefects),
    exercise: row.exercise === null ? null : parseExercise(row.exercise),
    drill: row.drill === null ? null : JSON.parse(row.drill),
    isFrozen: Number(row.isFrozen) === 1,
  }
}

/**
 * Creates a reader for the states of boards. Calls in one turn of the event loop share one query, which starts after
 * the last of them. States are cached until the next commit, if the database has a version.
 */
export function stateReader(database: Database) {
  const select = `
    SELECT board.id, board.name, board.revision + coalesce(class.revision, 0) AS revision, used_at AS "usedAt", board.defects,
      last_request_number AS "lastRequest", last_claim_number AS "lastClaim", hints AS "hintsTaken",
      last_challenge_number AS "lastChallenge", challenge_restarts AS "challengeRestarts", class.defects AS "classDefects",
      last_task_id AS "lastTask", drill,
      class_id AS "classId", class.expires_at AS "expiresAt",
      coalesce(class.is_frozen, 0) AS "isFrozen",
      CASE WHEN class_id IS NULL THEN board.exercise ELSE class.exercise END AS exercise
    FROM board LEFT JOIN class ON class.id = board.class_id
    WHERE ${database.dialect.isOneOf('board.id', '?')} AND board.deleted_at IS NULL`
  /** The boards of this turn, and their states. */
  let turn: { boards: Set<string>; states: Promise<Map<string, BoardState>> } | undefined
  const cached = new LRUCache<string, BoardState>({ max: CACHED_MAX })
  let cachedVersion: number | undefined

  async function readAll(boards: Set<string>): Promise<Map<string, BoardState>> {
    await new Promise(setImmediate)
    turn = undefined
    const version = await database.readVersion?.()
    if (version !== cachedVersion) cached.clear()
    cachedVersion = version
    const states = new Map<string, BoardState>()
    for (const board of boards) {
      const state = cached.get(board)
      if (state !== undefined) states.set(board, state)
    }
    const missing = [...boards].filter((board) => !states.has(board))
    if (missing.length === 0) return states
    for (const row of await database.all<Row>(select, [JSON.stringify(missing)])) {
      const { id } = row
      const state = toState(row)
      states.set(id, state)
      // States that are newer than the version are read once more. Older ones must not be cached.
      if (version !== undefined && version === cachedVersion) cached.set(id, state)
    }
    return states
  }

  return async (board: string): Promise<BoardState> => {
    if (turn === undefined) {
      const boards = new Set<string>()
      turn = { boards, states: readAll(boards) }
    }
    turn.boards.add(board)
    const state = (await turn.states).get(board)
    if (state === undefined) throw new BoardNotFound()
    return state
  }
}

/** Deletes the tasks of a locked board with their comments and attachments. */
export async function deleteTasks(tx: BoardTransaction, board: string): Promise<void> {
  tx.clearUsage()
  for (const table of ['task', 'run']) await tx.all(`DELETE FROM ${table} WHERE board_id = ?`, [board])
}

/** Deletes the tasks of a locked board, and ends its sessions. */
export async function emptyBoard(tx: BoardTransaction, board: string): Promise<void> {
  await deleteTasks(tx, board)
  await tx.all('DELETE FROM session WHERE board_id = ?', [board])
}
