import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { BoardNotFound } from '../../contract/errors.js'
import type { Changes } from '../changes.js'
import type { BoardTransaction, Database } from '../database.js'
import type { BoardState } from '../store.js'
import { effectiveDefects } from './class-settings.js'
import { parseExercise } from './exercises.js'

interface Row extends Omit<BoardState, 'defects' | 'drill' | 'exercise' | 'isFrozen'> {
  defects: string | null
  classDefects: string | null
  exercise: string | null
  drill: string | null
  isFrozen: number
}

/** The maximum number of boards whose states are cached. */
const CACHED_MAX = 10_000

/** The methods that can change the states of several boards. */
const OF_SEVERAL = /Class|expireBoards|Joined/

const SELECT = `
  SELECT board.name, board.revision + coalesce(class.revision, 0) AS revision, used_at AS "usedAt", board.defects,
    last_request_number AS "lastRequest", last_claim_number AS "lastClaim", hints AS "hintsTaken",
    last_challenge_number AS "lastChallenge", challenge_restarts AS "challengeRestarts", class.defects AS "classDefects",
    last_task_id AS "lastTask", drill, class_id AS "classId", class.expires_at AS "expiresAt",
    coalesce(class.is_frozen, 0) AS "isFrozen",
    CASE WHEN class_id IS NULL THEN board.exercise ELSE class.exercise END AS exercise
  FROM board LEFT JOIN class ON class.id = board.class_id WHERE board.id = ? AND board.deleted_at IS NULL`

/**
 * Returns the start of the revisions. It is random, so that after a restore from a backup no revision from before stands
 * for another state of the board.
 */
const drawFirstRevision = () => randomInt(2 ** 32) * 2 ** 16

/** Returns the state of a board. Names each property, because rest and spread of a row take longer than its query. */
function toState(row: Row, firstRevision: number): BoardState {
  return {
    name: row.name,
    // PostgreSQL returns sums of integers as text.
    revision: firstRevision + Number(row.revision),
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

/** Returns a function that reads the states of boards. A state is cached until a write may have changed it. */
export function stateReader(database: Database, changes: Changes) {
  const cached = new LRUCache<string, Promise<BoardState>>({ max: CACHED_MAX })
  changes.on('change', (ids, method) => {
    if (OF_SEVERAL.test(method)) cached.clear()
    for (const id of ids) cached.delete(id)
  })
  let firstRevision = drawFirstRevision()
  changes.on('regain', () => {
    cached.clear()
    firstRevision = drawFirstRevision()
  })

  async function read(board: string): Promise<BoardState> {
    const [row] = await database.all<Row>(SELECT, [board])
    if (row === undefined) throw new BoardNotFound()
    return toState(row, firstRevision)
  }

  function readAnew(board: string): Promise<BoardState> {
    const state = read(board)
    cached.set(board, state)
    state.catch(() => {
      if (cached.peek(board) === state) cached.delete(board)
    })
    return state
  }

  return async (board: string): Promise<BoardState> => {
    const state = cached.get(board)
    if (state === undefined) return readAnew(board)
    await database.confirm?.()
    return state
  }
}

/** Deletes the tasks of a board with their comments and attachments. */
export async function deleteTasks(tx: BoardTransaction, board: string): Promise<void> {
  tx.clearUsage()
  for (const table of ['task', 'run']) await tx.all(`DELETE FROM ${table} WHERE board_id = ?`, [board])
}

/** Deletes the tasks of a board, and ends its sessions. */
export async function emptyBoard(tx: BoardTransaction, board: string): Promise<void> {
  await deleteTasks(tx, board)
  await tx.all('DELETE FROM session WHERE board_id = ?', [board])
}
