import {
  BoardNotFound,
  BoardWithoutLearner,
  ClassFull,
  ClassNotFound,
  LearnerExists,
  NameTaken,
  NameUnknown,
  TooManyBoards,
} from '../../contract/errors.js'
import type { ClassBoard, ClassFirst, ClassMethods, Learner } from '../class-methods.js'
import type { Database, Queryable, Value } from '../database.js'
import { isSameName, nameKey } from '../same-name.js'
import type { NewBoard } from '../store.js'
import { NO_FAULT } from '../training-methods.js'
import { countBoards, toBoardRow } from './board-life.js'
import { deleteSolved } from './challenges.js'
import { countFaults } from './claimable-responses.js'
import { parseGrade } from './exercises.js'
import { restartPlan } from './fault-plan.js'
import { insertRows } from './insert-rows.js'
import { countsOf } from './score-counts.js'

/** The boards of a class that are not deleted, in the order of their creation. */
const BOARDS = 'board WHERE class_id = ? AND deleted_at IS NULL ORDER BY class_place'

const OF_CLASS = 'board_id IN (SELECT id FROM board WHERE class_id = ? AND deleted_at IS NULL)'

const FIRSTS = `
  SELECT kind, name, board, time, times FROM (
    SELECT 'fault' AS kind, fault AS name, board_id AS board, time, count(*) OVER (PARTITION BY fault) AS times,
      row_number() OVER (PARTITION BY fault ORDER BY time, board_id, number) AS place
    FROM claim WHERE is_right = 1 AND fault <> ? AND ${OF_CLASS}
    UNION ALL
    SELECT 'challenge', challenge, board_id, time, count(*) OVER (PARTITION BY challenge),
      row_number() OVER (PARTITION BY challenge ORDER BY time, board_id)
    FROM solved_challenge WHERE ${OF_CLASS}
  ) AS solutions
  WHERE place = 1 ORDER BY time DESC, kind, name`

/** Learners have also joined when they use a board whose address the trainer has handed out. */
const LEARNER = `id, name, learner_code_hash AS "codeHash",
  CASE WHEN is_joined = 1 OR (name IS NOT NULL AND last_request_number > 0) THEN 1 ELSE 0 END AS "isJoined"`

const LAST_PLACE = 'SELECT coalesce(max(class_place), 0) AS place FROM board WHERE class_id = ?'

const FAULTY_RESPONSES = "SELECT changed FROM response WHERE board_id = ? AND changed <> '[]'"

/** A learner as the database returns it. */
type LearnerRow = Omit<Learner, 'isJoined'> & { isJoined: number }

/** Returns the learners of a class. */
async function listLearners(tx: Queryable, id: string): Promise<Learner[]> {
  const learners = await tx.all<LearnerRow>(`SELECT ${LEARNER} FROM ${BOARDS}`, [id])
  return learners.map((learner) => ({ ...learner, isJoined: learner.isJoined === 1 }))
}

/** Whether a learner who is not on the list of the class could have a board, under another name. */
function isFreeFor({ codeHash }: Learner): boolean {
  return codeHash === null
}

/** Changes the revision of a board. That of its class would change the revisions of all its boards. */
const NEW_REVISION = 'revision = revision + 1'

/** Creates the boards of a class, at the end of its list. */
export async function addBoards(tx: Queryable, id: string, boards: readonly NewBoard[], max: number, now: string) {
  if ((await countBoards(tx)) + boards.length > max) throw new TooManyBoards(max)
  const [last] = await tx.all<{ place: number }>(LAST_PLACE, [id])
  const first = Number(last?.place) + 1
  const taken = await readNameKeys(tx, id)
  if (boards.some(({ name }) => name !== null && taken.has(nameKey(name)))) throw new LearnerExists()
  const rows = boards.map((board, index) => ({ ...toBoardRow(board, now), class_id: id, class_place: first + index }))
  await insertRows(tx, 'board', rows)
}

/** Returns the keys of the names of the learners of a class, without that of the board `except`. */
async function readNameKeys(tx: Queryable, id: string, except?: string): Promise<Set<string>> {
  const boards = await tx.all<{ id: string; name: string | null }>(`SELECT id, name FROM ${BOARDS}`, [id])
  return new Set(boards.flatMap((board) => (board.name === null || board.id === except ? [] : [nameKey(board.name)])))
}

/** @throws ClassNotFound if the class does not exist */
export async function requireClass(tx: Queryable, id: string): Promise<void> {
  const found = await tx.all('SELECT 1 FROM class WHERE id = ? AND deleted_at IS NULL', [id])
  if (found.length === 0) throw new ClassNotFound()
}

/** Counts the claims and the hints of a board again. */
const RECOUNT = `
  UPDATE board SET claims = (SELECT count(*) FROM claim WHERE board_id = board.id),
    hints = (SELECT coalesce(sum(response.hints), 0) FROM response WHERE board_id = board.id)
  WHERE id = ?`

/** The methods for the boards of classes. */
export function classBoardMethods(database: Database) {
  /** Counts the challenges with certain names that were solved on a board. */
  const solvedCount = `
    SELECT count(*) FROM solved_challenge
    WHERE board_id = board.id AND ${database.dialect.isOneOf('challenge', '?')}`

  /** The time of the last right claim or solved challenge. Timestamps sort as texts. */
  const lastProgress = `
    SELECT max(time) FROM (
      SELECT time FROM claim WHERE claim.board_id = board.id AND is_right = 1
      UNION ALL SELECT time FROM solved_challenge WHERE solved_challenge.board_id = board.id) AS progress`

  return {
    async addClassBoards(id, boards, max, now) {
      await database.transaction(async (tx) => {
        await requireClass(tx, id)
        await addBoards(tx, id, boards, max, now)
      })
    },

    listLearners: (id) => listLearners(database, id),

    async readClassBoards(id, challenges = []) {
      return database.readTransaction(async (state) => {
        const boards = await state.all<
          Omit<ClassBoard, 'counts' | 'isJoined' | 'grade' | 'drill'> &
            LearnerRow & { grade: string | null; drill: string | null }
        >(
          `SELECT ${LEARNER}, created_at AS "createdAt", used_at AS "usedAt",
             last_request_number AS requests, hints AS "hintsTaken", grade, drill,
             challenge_restarts AS "challengeRestarts", (${solvedCount}) AS "challengesSolved",
             (${lastProgress}) AS "lastProgressAt",
             (SELECT time FROM journal WHERE board_id = board.id AND number = last_request_number) AS "lastRequestAt"
           FROM ${BOARDS}`,
          [JSON.stringify(challenges), id],
        )
        const countsFor = await countsOf(state, 'board_id IN (SELECT id FROM board WHERE class_id = ?)', [id])
        return boards.map(({ grade, drill, ...board }) => ({
          ...board,
          isJoined: board.isJoined === 1,
          challengesSolved: Number(board.challengesSolved),
          grade: parseGrade(grade),
          drill: drill === null ? null : JSON.parse(drill),
          counts: countsFor(board.id),
        }))
      })
    },

    async listFirsts(id) {
      const firsts = await database.all<ClassFirst>(FIRSTS, [NO_FAULT, id, id])
      return firsts.map((first) => ({ ...first, times: Number(first.times) }))
    },

    async restartBoard(board, seed, since) {
      await database.changeBoard(board, async (tx) => {
        if (since !== null) await deleteScoreBefore(tx, board, since)
        await restartPlan(tx, board, { fault_seed: seed })
      })
    },

    async joinClass(id, name, codeHash) {
      return database.transaction(async (tx) => {
        await requireClass(tx, id)
        const boards = await listLearners(tx, id)
        const named = boards.find((board) => board.name !== null && isSameName(board.name, name))
        if (named !== undefined && named.codeHash !== null) throw new NameTaken()
        const free = named ?? boards.find((board) => board.name === null && board.codeHash === null)
        if (free === undefined) throw boards.some(isFreeFor) ? new NameUnknown() : new ClassFull()
        const kept = named?.name ?? name
        await tx.all(`UPDATE board SET name = ?, learner_code_hash = ?, is_joined = 1, ${NEW_REVISION} WHERE id = ?`, [
          kept,
          codeHash,
          free.id,
        ])
        return { board: free.id, name: kept }
      })
    },

    async markJoined(id, board) {
      await database.transaction(async (tx) => {
        await requireClass(tx, id)
        await tx.all(`UPDATE board SET is_joined = 1, ${NEW_REVISION} WHERE id = ? AND is_joined = 0`, [board])
      })
    },

    async changeClassBoard(id, board, { name, codeHash, ownerTokenHash, deletedAt }) {
      await database.transaction(async (tx) => {
        await requireClass(tx, id)
        const columns = Object.entries({
          name,
          learner_code_hash: codeHash,
          owner_token_hash: ownerTokenHash,
          // Without a name, it would look like a free seat.
          is_joined: name === null && codeHash != null ? 1 : undefined,
          deleted_at: deletedAt,
        }).filter(([, value]) => value !== undefined)
        if (name != null && (await readNameKeys(tx, id, board)).has(nameKey(name))) throw new LearnerExists()
        // A board that never had a name stays free.
        const set = (column: string) =>
          name === null && ['learner_code_hash', 'is_joined'].includes(column)
            ? `${column} = CASE WHEN name IS NULL THEN ${column} ELSE ? END`
            : `${column} = ?`
        const changed = await tx.all<{ name: string | null }>(
          `UPDATE board SET ${[NEW_REVISION, ...columns.map(([column]) => set(column))].join(', ')}
           WHERE id = ? AND class_id = ? AND deleted_at IS NULL RETURNING name`,
          [...columns.map(([, value]) => value as Value), board, id],
        )
        if (changed[0] === undefined) throw new BoardNotFound()
        if (codeHash != null && name === undefined && changed[0].name === null) throw new BoardWithoutLearner()
      })
    },
  } satisfies Partial<ClassMethods>
}

/**
 * Deletes the claims, the responses with their hints, the solved challenges and the grade of a board from before a
 * time, and counts the faults of the others.
 */
async function deleteScoreBefore(tx: Queryable, board: string, time: string): Promise<void> {
  for (const table of ['response', 'claim']) {
    await tx.all(`DELETE FROM ${table} WHERE board_id = ? AND time < ?`, [board, time])
  }
  await tx.all('UPDATE board SET grade = NULL, graded_at = NULL WHERE id = ? AND graded_at < ?', [board, time])
  await tx.all(RECOUNT, [board])
  await deleteSolved(tx, board, time)
  await tx.all('DELETE FROM fault_count WHERE board_id = ?', [board])
  const kept = await tx.all<{ changed: string }>(FAULTY_RESPONSES, [board])
  const faults = kept.flatMap(({ changed }) => JSON.parse(changed) as string[])
  await countFaults(tx, board, faults)
}
