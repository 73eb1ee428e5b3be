import { PRIORITIES, type Sort, STATUSES } from '../../schemas/task.js'
import type { Database, Value } from '../database.js'
import type { Store, TaskQuery } from '../store.js'
import { searchCondition } from './search.js'
import { type TaskRow, taskColumns, toTask } from './tasks.js'

const COLUMN: Record<Sort, string> = {
  id: 'id',
  title: 'title',
  status: 'status',
  priority: 'priority',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  dueDate: 'due_date',
  sortOrder: 'sort_order',
}

/** The order of decision 14: absent values last in both directions, ties broken by ascending id. */
function orderBy({ sort, direction }: TaskQuery): string {
  const absentLast = sort === 'dueDate' ? ' NULLS LAST' : ''
  return `ORDER BY task.${COLUMN[sort]} ${direction}${absentLast}${sort === 'id' ? '' : ', task.id'}`
}

/** The store's list of tasks. */
export function taskListMethods(database: Database) {
  const { dialect } = database
  const columns = taskColumns(dialect)

  return {
    async listTasks(board, query) {
      const conditions = ['task.board_id = ?']
      const parameters: Value[] = [board]
      if (query.status !== undefined) {
        conditions.push('task.status = ?')
        parameters.push(STATUSES.indexOf(query.status))
      }
      if (query.priority !== undefined) {
        conditions.push('task.priority = ?')
        parameters.push(PRIORITIES.indexOf(query.priority))
      }
      if (query.search !== undefined && query.search !== '') {
        const [condition, values] = searchCondition(dialect, query.search, query.matchCase ?? false)
        conditions.push(condition)
        parameters.push(...values)
      }
      const where = `WHERE ${conditions.join(' AND ')}`
      const order = orderBy(query)
      const offset = Math.min(query.page * query.size, Number.MAX_SAFE_INTEGER)

      // One statement, so that the total and the page are of one moment. The page joins the total, so
      // that there is a row with the total even where the page is empty.
      const rows = await database.all<TaskRow & { total: number; id: number | null }>(
        `WITH page AS (SELECT task.id FROM task ${where} ${order} LIMIT ? OFFSET ?)
         SELECT counted.total, found.*
         FROM (SELECT count(*) AS total FROM task ${where}) AS counted
         LEFT JOIN (
           SELECT ${columns} FROM page JOIN task ON task.board_id = ? AND task.id = page.id
         ) AS found ON TRUE
         ${order.replaceAll('task.', 'found.')}`,
        [...parameters, query.size, offset, ...parameters, board],
      )
      const tasks = rows.filter((row) => row.id !== null).map(toTask)
      return { tasks, total: rows[0]?.total ?? 0 }
    },
  } satisfies Partial<Store>
}
