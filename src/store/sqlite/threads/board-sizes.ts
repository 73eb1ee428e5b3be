import { LRUCache } from 'lru-cache'
import type { Database } from '../../database.js'
import type { Store, TaskQuery } from '../../store.js'

/** How long the size of a board is cached, in milliseconds. Single writes cannot make a board large in this time. */
const TTL = 100

/** The maximum number of boards whose sizes are cached. */
const BOARDS = 10_000

/** The maximum number of comments that a short read may return. */
const COMMENTS_MAX = 100

/** The maximum number of tasks that a short read may return, compare, search, or skip. */
const RETURNED_MAX = 20
const COMPARED_MAX = 500
const SEARCHED_MAX = 50
const SKIPPED_MAX = 1000

const MANY_COMMENTS = `SELECT 1 FROM comment WHERE board_id = ? LIMIT 1 OFFSET ${COMMENTS_MAX}`
const MANY_COMMENTS_ON_TASK = `
  SELECT 1 FROM comment WHERE board_id = ? AND task_id = ? LIMIT 1 OFFSET ${COMMENTS_MAX}`

/** The size of a board, as far as it decides how long reads take. */
interface Size {
  tasks: number
  hasManyComments: boolean
}

/** Whether a page of tasks can be read by an index alone. */
function followsIndex({ sort, status, priority, search, page, size }: TaskQuery): boolean {
  const isSorted = status === undefined ? sort === 'id' : sort === 'sortOrder'
  return isSorted && !search && priority === undefined && page * size <= SKIPPED_MAX
}

function isShort(query: TaskQuery, { tasks, hasManyComments }: Size): boolean {
  if (hasManyComments || Math.min(tasks, query.size) > RETURNED_MAX) return false
  return followsIndex(query) || tasks <= (query.search ? SEARCHED_MAX : COMPARED_MAX)
}

/**
 * Tells which reads are short: less than about a millisecond, whatever the texts are.
 *
 * @param store a store over `database`
 */
export function createBoardSizes(database: Database, store: Store) {
  const sizes = new LRUCache<string, Size>({ max: BOARDS, ttl: TTL })

  async function sizeOf(board: string): Promise<Size> {
    const cached = sizes.get(board)
    if (cached !== undefined) return cached
    const { totalTasks: tasks } = await store.countTasks(board)
    const size = { tasks, hasManyComments: (await database.all(MANY_COMMENTS, [board])).length > 0 }
    sizes.set(board, size)
    return size
  }

  return {
    /** Whether the read of a task is short. */
    async isShortTask(board: string, id: number): Promise<boolean> {
      return (await database.all(MANY_COMMENTS_ON_TASK, [board, id])).length === 0
    },
    /** Whether the read of a list is short. */
    async isShortList(board: string, query: TaskQuery): Promise<boolean> {
      return isShort(query, await sizeOf(board))
    },
    /** Forgets the size of a board after a write that may have added many tasks. */
    forget: (board: string) => void sizes.delete(board),
  }
}
