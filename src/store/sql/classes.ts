import { randomInt } from 'node:crypto'
import {
  BoardNotFound,
  BoardWithoutLearner,
  ClassFull,
  ClassNotFound,
  NameTaken,
  NameUnknown,
  TooManyBoards,
} from '../../errors.js'
import { REVISION_STEP_END } from '../board-transaction.js'
import type { ClassBoard, ClassChanges, ClassMethods, Learner, ListedClass, StoredClass } from '../class-methods.js'
import { type Database, type Queryable, SEVERAL_BOARDS, type Value } from '../database.js'
import { isSameName, nameKey } from '../same-name.js'
import { DEFAULT_BOARD, type NewBoard } from '../store.js'
import { countBoards, toBoardRow } from './board-life.js'
import { countFaults } from './claimable-responses.js'
import { parseExercise, parseGrade } from './exercises.js'
import { RESTART_AT } from './fault-plan.js'
import { insertRows } from './insert-rows.js'
import { countsOf } from './score-counts.js'

interface Row {
  id: string
  name: string
  secretHash: string
  joinCode: string
  createdAt: string
  expiresAt: string
  isFrozen: number
  exercise: string | null
  faults: string | null
  defects: string
}

const COLUMNS = `id, name, secret_hash AS "secretHash", join_code AS "joinCode", created_at AS "createdAt",
  expires_at AS "expiresAt", is_frozen AS "isFrozen", exercise, fault_settings AS "faults", defects`

/** A condition: a class that is not deleted. */
const EXISTING = 'deleted_at IS NULL'

/** The boards of a class that are not deleted, in the order of their creation. */
const BOARDS = 'board WHERE class_id = ? AND deleted_at IS NULL ORDER BY class_place'

/** The version of a class: its revision, and what changes when learners do something. */
const VERSION = `
  SELECT class.revision, count(board.id) AS boards, sum(board.last_request_number) AS requests,
    sum(board.last_claim_number) AS claims, sum(board.revision) AS revisions, max(board.graded_at) AS graded,
    max(board.used_at) AS used
  FROM class LEFT JOIN board ON board.class_id = class.id AND board.deleted_at IS NULL
  WHERE class.id = ? AND class.deleted_at IS NULL GROUP BY class.id, class.revision`

/** Removes deleted classes whose boards were swept. */
const REMOVE_EMPTY = `
  DELETE FROM class WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM board WHERE class_id = class.id)`

/** The columns of the properties of a class, and their stored values. */
function toColumns(changes: ClassChanges): Record<string, Value> {
  const { name, secretHash, joinCode, expiresAt, exercise, faults, defects, isFrozen } = changes
  const columns = {
    name,
    secret_hash: secretHash,
    join_code: joinCode,
    expires_at: expiresAt,
    exercise: exercise && JSON.stringify(exercise),
    fault_settings: faults && JSON.stringify(faults),
    defects: defects && JSON.stringify(defects),
    is_frozen: isFrozen === undefined ? undefined : Number(isFrozen),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Record<string, Value>
}

function toClass({ isFrozen, exercise, faults, defects, ...row }: Row): StoredClass {
  return {
    ...row,
    isFrozen: isFrozen === 1,
    exercise: parseExercise(exercise),
    faults: faults === null ? null : JSON.parse(faults),
    defects: JSON.parse(defects),
  }
}

/** Returns the learners of a class. */
function listLearners(tx: Queryable, id: string): Promise<Learner[]> {
  return tx.all<Learner>(`SELECT id, name, learner_code_hash AS "codeHash" FROM ${BOARDS}`, [id])
}

/** Whether a learner who is not on the list of the class could have a board, under another name. */
function isFreeFor({ codeHash }: Learner): boolean {
  return codeHash === null
}

/** Changes the revision of a locked class. */
async function bumpRevision(tx: Queryable, id: string): Promise<void> {
  await tx.all('UPDATE class SET revision = revision + ? WHERE id = ?', [randomInt(1, REVISION_STEP_END), id])
}

export function classMethods(database: Database) {
  const { lockRow } = database.dialect

  /** Creates the boards of a class, at the end of its list. */
  async function addBoards(tx: Queryable, id: string, boards: readonly NewBoard[], max: number, now: string) {
    if ((await countBoards(tx)) + boards.length > max) throw new TooManyBoards(max)
    const [last] = await tx.all<{ place: number }>(
      'SELECT coalesce(max(class_place), 0) AS place FROM board WHERE class_id = ?',
      [id],
    )
    const first = Number(last?.place) + 1
    const taken = await readNameKeys(tx, id)
    if (boards.some(({ name }) => name !== null && taken.has(nameKey(name)))) throw new NameTaken()
    const rows = boards.map((board, index) => ({ ...toBoardRow(board, now), class_id: id, class_place: first + index }))
    await insertRows(tx, 'board', rows)
  }

  /** Returns the keys of the names of the learners of a class, without that of the board `except`. */
  async function readNameKeys(tx: Queryable, id: string, except?: string): Promise<Set<string>> {
    const boards = await tx.all<{ id: string; name: string | null }>(`SELECT id, name FROM ${BOARDS}`, [id])
    return new Set(boards.flatMap((board) => (board.name === null || board.id === except ? [] : [nameKey(board.name)])))
  }

  /** Locks a class until the end of the transaction. */
  async function lockClass(tx: Queryable, id: string): Promise<void> {
    const found = await tx.all(`SELECT 1 FROM class WHERE id = ? AND ${EXISTING}${lockRow}`, [id])
    if (found.length === 0) throw new ClassNotFound()
  }

  /** Locks the default board, so that concurrent creations of boards wait and are counted. */
  const lockCreations = (tx: Queryable) => tx.all('UPDATE board SET name = name WHERE id = ?', [DEFAULT_BOARD])

  return {
    async createClass({ id, ...created }, boards, max, now) {
      await database.transaction(async (tx) => {
        await lockCreations(tx)
        await insertRows(tx, 'class', [{ id, created_at: now, revision: 0, ...toColumns(created) }])
        await addBoards(tx, id, boards, max, now)
      }, DEFAULT_BOARD)
    },

    async addClassBoards(id, boards, max, now) {
      await database.transaction(async (tx) => {
        await lockCreations(tx)
        await lockClass(tx, id)
        await addBoards(tx, id, boards, max, now)
      }, DEFAULT_BOARD)
    },

    async getClass(id) {
      const [row] = await database.all<Row>(`SELECT ${COLUMNS} FROM class WHERE id = ? AND ${EXISTING}`, [id])
      if (row === undefined) throw new ClassNotFound()
      return toClass(row)
    },

    async findClass(joinCode) {
      const [row] = await database.all<{ id: string }>(`SELECT id FROM class WHERE join_code = ? AND ${EXISTING}`, [
        joinCode,
      ])
      return row?.id
    },

    async listClasses({ page, size, secretHash }) {
      const where = secretHash === undefined ? EXISTING : `${EXISTING} AND secret_hash = ?`
      const values = secretHash === undefined ? [] : [secretHash]
      const rows = await database.all<Omit<ListedClass, 'isFrozen'> & { isFrozen: number }>(
        `SELECT id, name, created_at AS "createdAt", expires_at AS "expiresAt", is_frozen AS "isFrozen",
           (SELECT count(*) FROM board WHERE class_id = class.id AND board.deleted_at IS NULL) AS boards
         FROM class WHERE ${where} ORDER BY created_at, id LIMIT ? OFFSET ?`,
        [...values, size, page * size],
      )
      const [counted] = await database.all<{ total: number }>(
        `SELECT count(*) AS total FROM class WHERE ${where}`,
        values,
      )
      return {
        classes: rows.map(({ isFrozen, boards, ...row }) => ({
          ...row,
          isFrozen: isFrozen === 1,
          boards: Number(boards),
        })),
        total: Number(counted?.total),
      }
    },

    async configureClass(id, changes) {
      const columns = Object.entries(toColumns(changes))
      await database.transaction(async (tx) => {
        const assignments = ['revision = revision + ?', ...columns.map(([column]) => `${column} = ?`)].join(', ')
        const changed = await tx.all(`UPDATE class SET ${assignments} WHERE id = ? AND ${EXISTING} RETURNING 1`, [
          randomInt(1, REVISION_STEP_END),
          ...columns.map(([, value]) => value),
          id,
        ])
        if (changed.length === 0) throw new ClassNotFound()
        // The notes of defects belong to the defects that the class had.
        if (changes.defects !== undefined) await tx.all('UPDATE board SET defects = NULL WHERE class_id = ?', [id])
      }, SEVERAL_BOARDS)
    },

    async deleteClass(id, now) {
      await database.transaction(async (tx) => {
        await lockClass(tx, id)
        await markDeleted(tx, lockRow, id, now)
      }, SEVERAL_BOARDS)
    },

    async expireClasses(now) {
      return database.transaction(async (tx) => {
        const expired = await tx.all<{ id: string }>(
          `SELECT id FROM class WHERE ${EXISTING} AND expires_at <= ? ORDER BY id${lockRow}`,
          [now],
        )
        for (const { id } of expired) await markDeleted(tx, lockRow, id, now)
        await tx.all(REMOVE_EMPTY)
        return expired.length
      }, SEVERAL_BOARDS)
    },

    listLearners: (id) => listLearners(database, id),

    async readClassVersion(id) {
      const [version] = await database.all(VERSION, [id])
      if (version === undefined) throw new ClassNotFound()
      return JSON.stringify(version)
    },

    async readClassBoards(id) {
      return database.readTransaction(async (state) => {
        const boards = await state.all<
          Omit<ClassBoard, 'claims' | 'counts' | 'isJoined' | 'grade'> & { grade: string | null }
        >(
          `SELECT id, name, learner_code_hash AS "codeHash", created_at AS "createdAt", used_at AS "usedAt",
             last_request_number AS requests, grade
           FROM ${BOARDS}`,
          [id],
        )
        const countsFor = await countsOf(state, 'board_id IN (SELECT id FROM board WHERE class_id = ?)', [id])
        return boards.map(({ grade, ...board }) => ({
          ...board,
          isJoined: board.codeHash !== null,
          grade: parseGrade(grade),
          ...countsFor(board.id),
        }))
      })
    },

    async restartBoard(board, seed, since) {
      await database.changeBoard(board, async (tx) => {
        if (since !== null) await deleteScoreBefore(tx, board, since)
        await tx.all(`UPDATE board SET fault_seed = ?, ${RESTART_AT} WHERE id = ?`, [seed, 0, board])
      })
    },

    async joinClass(id, name, codeHash) {
      return database.transaction(async (tx) => {
        await lockClass(tx, id)
        const boards = await listLearners(tx, id)
        const named = boards.find((board) => board.name !== null && isSameName(board.name, name))
        if (named !== undefined && named.codeHash !== null) throw new NameTaken()
        const free = named ?? boards.find((board) => board.name === null && board.codeHash === null)
        if (free === undefined) throw boards.some(isFreeFor) ? new NameUnknown() : new ClassFull()
        await tx.all('UPDATE board SET name = ?, learner_code_hash = ? WHERE id = ?', [
          named?.name ?? name,
          codeHash,
          free.id,
        ])
        await bumpRevision(tx, id)
        return { board: free.id, name: named?.name ?? name }
      }, SEVERAL_BOARDS)
    },

    async changeClassBoard(id, board, { name, codeHash, ownerTokenHash, deletedAt }) {
      await database.transaction(async (tx) => {
        await lockClass(tx, id)
        const columns = Object.entries({
          name,
          learner_code_hash: codeHash,
          owner_token_hash: ownerTokenHash,
          deleted_at: deletedAt,
        }).filter(([, value]) => value !== undefined)
        if (name != null && (await readNameKeys(tx, id, board)).has(nameKey(name))) throw new NameTaken()
        // A board that never had a name stays free.
        const set = (column: string) =>
          name === null && column === 'learner_code_hash'
            ? `${column} = CASE WHEN name IS NULL THEN ${column} ELSE ? END`
            : `${column} = ?`
        const changed = await tx.all<{ name: string | null }>(
          `UPDATE board SET ${columns.map(([column]) => set(column)).join(', ')}
           WHERE id = ? AND class_id = ? AND deleted_at IS NULL RETURNING name`,
          [...columns.map(([, value]) => value as Value), board, id],
        )
        if (changed[0] === undefined) throw new BoardNotFound()
        if (codeHash != null && name === undefined && changed[0].name === null) throw new BoardWithoutLearner()
        await bumpRevision(tx, id)
      }, board)
    },
  } satisfies ClassMethods
}

/** Deletes the claims, the responses and the grade of a locked board from before a time, and counts the faults of the others. */
async function deleteScoreBefore(tx: Queryable, board: string, time: string): Promise<void> {
  for (const table of ['response', 'claim']) {
    await tx.all(`DELETE FROM ${table} WHERE board_id = ? AND time < ?`, [board, time])
  }
  await tx.all('UPDATE board SET grade = NULL, graded_at = NULL WHERE id = ? AND graded_at < ?', [board, time])
  await tx.all('DELETE FROM fault_count WHERE board_id = ?', [board])
  const kept = await tx.all<{ changed: string }>(
    "SELECT changed FROM response WHERE board_id = ? AND changed <> '[]'",
    [board],
  )
  const faults = kept.flatMap(({ changed }) => JSON.parse(changed) as string[])
  await countFaults(tx, board, faults)
}

async function markDeleted(tx: Queryable, lockRow: string, id: string, now: string): Promise<void> {
  await tx.all(`SELECT id FROM board WHERE class_id = ? AND deleted_at IS NULL ORDER BY id${lockRow}`, [id])
  await tx.all('UPDATE class SET deleted_at = ? WHERE id = ?', [now, id])
  // Names of learners are erased at once, and the content of the boards is swept later.
  await tx.all('UPDATE board SET deleted_at = ?, name = NULL WHERE class_id = ? AND deleted_at IS NULL', [now, id])
}
