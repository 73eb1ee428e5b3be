import { BoardNotFound } from '../contract/errors.js'
import {
  type BoardTransaction,
  type BoardWork,
  ID_KINDS,
  type LaneEnd,
  type LastIds,
  type Queryable,
  type Usage,
} from './database.js'

const NO_IDS: LastIds = { task: 0, checklistItem: 0, comment: 0, attachment: 0 }
const NO_USAGE: Usage = { comments: 0, attachmentBytes: 0 }

/** A board for the units of work that share a database transaction. */
export interface GroupBoard {
  /**
   * Runs a unit of work. If it rejects, the ids that it has reserved are free again, and the usage is as before.
   *
   * @throws BoardNotFound if the board does not exist
   */
  run<T>(work: BoardWork<T>): Promise<T>
  /** Writes the revision, the ids and the usage of the board, if a unit of work has changed it. */
  write(): Promise<unknown>
}

const COLUMNS = ID_KINDS.map((kind) => `last_${kind.replace('Item', '_item')}_id`)

/** The last ids of a board as columns of a `SELECT`. */
export const LAST_IDS = ID_KINDS.map((kind, index) => `${COLUMNS[index]} AS "${kind}"`).join(', ')

const SELECT = `
  SELECT ${LAST_IDS}, comments,
    attachment_bytes AS "attachmentBytes"
  FROM board WHERE id = ? AND deleted_at IS NULL`

const UPDATE = `
  UPDATE board SET revision = revision + 1, ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, comments = ?,
    attachment_bytes = ? WHERE id = ?`

/** Reads the row of a board. It is written once for all units of work that share the database transaction. */
export async function readBoard(tx: Queryable, board: string): Promise<GroupBoard> {
  const [row] = await tx.all<LastIds & Usage>(SELECT, [board])
  let lastIds: LastIds | undefined = row
  let usage: Usage = { comments: Number(row?.comments), attachmentBytes: Number(row?.attachmentBytes) }
  let hasChanged = false
  let laneEnd: LaneEnd | undefined

  const transaction: BoardTransaction = {
    all: tx.all,
    reserveIds(kind, count = 1) {
      const last = (lastIds as LastIds)[kind]
      lastIds = { ...(lastIds as LastIds), [kind]: last + count }
      return last + 1
    },
    restartIds(ids = NO_IDS) {
      lastIds = ids
    },
    usage: () => usage,
    addUsage({ comments = 0, attachmentBytes = 0 }) {
      usage = { comments: usage.comments + comments, attachmentBytes: usage.attachmentBytes + attachmentBytes }
    },
    clearUsage() {
      usage = NO_USAGE
    },
    hideBoard() {
      lastIds = undefined
    },
    passLaneEnd(end) {
      laneEnd = end
    },
  }

  return {
    async run(work) {
      if (lastIds === undefined) throw new BoardNotFound()
      const before = lastIds
      const usageBefore = usage
      const lastEnd = laneEnd
      laneEnd = undefined
      try {
        const result = await work(transaction, lastEnd)
        hasChanged = true
        return result
      } catch (error) {
        lastIds = before
        usage = usageBefore
        laneEnd = lastEnd
        throw error
      }
    },
    async write() {
      if (!hasChanged) return
      const ids = lastIds ?? (row as LastIds)
      const { comments, attachmentBytes } = usage
      const counters = [...ID_KINDS.map((kind) => ids[kind]), comments, attachmentBytes]
      await tx.all(UPDATE, [...counters, board])
    },
  }
}
