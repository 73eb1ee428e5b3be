import { ClassNotFound } from '../../contract/errors.js'
import type { ClassChanges, ClassMethods, ListedClass, StoredClass } from '../class-methods.js'
import type { Database, Queryable, Value } from '../database.js'
import { addBoards, requireClass } from './class-boards.js'
import { deleteEffects } from './defect-effects.js'
import { parseExercise } from './exercises.js'
import { insertRows } from './insert-rows.js'

interface Row extends Pick<StoredClass, 'id' | 'name' | 'secretHash' | 'joinCode' | 'createdAt' | 'expiresAt'> {
  isFrozen: number
  isJoinable: number
  exercise: string | null
  faults: string | null
  defects: string
}

const COLUMNS = `id, name, secret_hash AS "secretHash", join_code AS "joinCode", created_at AS "createdAt",
  expires_at AS "expiresAt", is_frozen AS "isFrozen", is_joinable AS "isJoinable", exercise, fault_settings AS "faults", defects`

/** A condition: a class that is not deleted. */
const EXISTING = 'deleted_at IS NULL'

const FIND = `SELECT id FROM class WHERE join_code = ? AND ${EXISTING}`

/** The columns of a class that its boards depend on. Only these change its revision, which is part of that of its boards. */
const OF_BOARDS = ['expires_at', 'exercise', 'fault_settings', 'defects', 'is_frozen']

/** Removes deleted classes whose boards were swept. */
const REMOVE_EMPTY = `
  DELETE FROM class WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM board WHERE class_id = class.id)`

/** The columns of the properties of a class, and their stored values. */
function toColumns(changes: ClassChanges): Record<string, Value> {
  const { name, secretHash, joinCode, expiresAt, exercise, faults, defects, isFrozen, isJoinable } = changes
  const columns = {
    name,
    secret_hash: secretHash,
    join_code: joinCode,
    expires_at: expiresAt,
    exercise: exercise && JSON.stringify(exercise),
    fault_settings: faults && JSON.stringify(faults),
    defects: defects && JSON.stringify(defects),
    is_frozen: isFrozen === undefined ? undefined : Number(isFrozen),
    is_joinable: isJoinable === undefined ? undefined : Number(isJoinable),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Record<string, Value>
}

function toClass({ isFrozen, isJoinable, exercise, faults, defects, ...row }: Row): StoredClass {
  return {
    ...row,
    isFrozen: isFrozen === 1,
    isJoinable: isJoinable === 1,
    exercise: parseExercise(exercise),
    faults: faults === null ? null : JSON.parse(faults),
    defects: JSON.parse(defects),
  }
}

/** The methods for classes themselves. */
export function classMethods(database: Database) {
  return {
    async createClass({ id, ...created }, boards, max, now) {
      await database.transaction(async (tx) => {
        await insertRows(tx, 'class', [{ id, created_at: now, revision: 0, ...toColumns(created) }])
        await addBoards(tx, id, boards, max, now)
      })
    },

    async getClass(id) {
      const [row] = await database.all<Row>(`SELECT ${COLUMNS} FROM class WHERE id = ? AND ${EXISTING}`, [id])
      if (row === undefined) throw new ClassNotFound()
      return toClass(row)
    },

    async findClass(joinCode) {
      const [row] = await database.all<{ id: string }>(FIND, [joinCode])
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
        const ofBoards = columns.filter(([column]) => OF_BOARDS.includes(column))
        const isChanged = ['1 = 0', ...ofBoards.map(([column]) => `${column} IS DISTINCT FROM ?`)].join(' OR ')
        const step = `CASE WHEN ${isChanged} THEN 1 ELSE 0 END`
        const assignments = [`revision = revision + ${step}`, ...columns.map(([column]) => `${column} = ?`)].join(', ')
        const values = [...[...ofBoards, ...columns].map(([, value]) => value), id]
        const updated = await tx.all(`UPDATE class SET ${assignments} WHERE id = ? AND ${EXISTING} RETURNING 1`, values)
        if (updated.length === 0) throw new ClassNotFound()
        if (changes.defects === undefined) return
        // The notes and effects belong to the defects that the class had.
        await tx.all('UPDATE board SET defects = NULL WHERE class_id = ? AND defects IS NOT NULL', [id])
        await deleteEffects(tx, 'class_id = ?', id)
      })
    },

    async deleteClass(id, now) {
      await database.transaction(async (tx) => {
        await requireClass(tx, id)
        await markDeleted(tx, id, now)
      })
    },

    async expireClasses(now) {
      return database.transaction(async (tx) => {
        const expired = await tx.all<{ id: string }>(`SELECT id FROM class WHERE ${EXISTING} AND expires_at <= ?`, [
          now,
        ])
        for (const { id } of expired) await markDeleted(tx, id, now)
        await tx.all(REMOVE_EMPTY)
        return expired.length
      })
    },
  } satisfies Partial<ClassMethods>
}

async function markDeleted(tx: Queryable, id: string, now: string): Promise<void> {
  await tx.all('UPDATE class SET deleted_at = ? WHERE id = ?', [now, id])
  // Names of learners are erased at once, and the content of the boards is swept later.
  await tx.all('UPDATE board SET deleted_at = ?, name = NULL WHERE class_id = ? AND deleted_at IS NULL', [now, id])
}
