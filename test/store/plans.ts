import type { Database, Queryable, Value } from '../../src/store/database.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import type { Store, TaskQuery } from '../../src/store/store.js'
import { at, BOARD, file, values } from './contract/shared.js'

const COLUMN: TaskQuery = { page: 2, size: 20, sort: 'sortOrder', direction: 'asc', status: 'TODO' }

/** The operations that must not read every row of a table. */
const OPERATIONS: Record<string, (store: Store, task: number) => Promise<unknown>> = {
  'one task': (store, task) => store.getTask(BOARD, task),
  summary: (store) => store.countTasks(BOARD),
  'page of a column': (store) => store.listTasks(BOARD, COLUMN),
  'page of a column, descending': (store) => store.listTasks(BOARD, { ...COLUMN, direction: 'desc' }),
  'page by id': (store) => store.listTasks(BOARD, { page: 2, size: 20, sort: 'id', direction: 'asc' }),
  'page by id, descending': (store) => store.listTasks(BOARD, { page: 2, size: 20, sort: 'id', direction: 'desc' }),
  create: (store) => store.createTask(BOARD, values(), at(0)),
  replace: (store, task) => store.replaceTask(BOARD, task, values({ status: 'DONE' }), at(1)),
  move: (store, task) => store.moveTask(BOARD, task, 'TODO', 5000, at(2)),
  'create a comment': (store, task) => store.createComment(BOARD, task, 'text', at(3)),
  'update a comment': (store, task) => store.updateComment(BOARD, task, task, 'text', at(4)),
  'delete a comment': (store, task) => store.deleteComment(BOARD, task, task),
  'add an attachment': (store, task) => store.addAttachments(BOARD, task, [file('a.txt')], at(5)),
  'get an attachment': (store, task) => store.getAttachment(BOARD, task, 1),
  'delete an attachment': (store, task) => store.deleteAttachment(BOARD, task, 1),
  delete: (store, task) => store.deleteTask(BOARD, task),
  'find a session': (store) => store.findSession(BOARD, 'session'),
  'rotate a token': (store) => store.rotateRefreshToken(BOARD, 'a', { hash: 'b', expiresAt: at(9) }, at(6)),
}

/** Fills a board, because query plans depend on the number of rows. */
export async function fillBoard(database: Database, count: number): Promise<void> {
  const store = createSqlStore(database)
  const tasks = Array.from({ length: count }, (_, index) => ({
    values: values({ title: `Task ${index}`, status: index % 4 === 0 ? 'DONE' : 'TODO' }),
    comments: ['text'],
  }))
  await store.fillEmptyBoard(BOARD, tasks, at(0))
  const token = { hash: 'a', expiresAt: at(1000) }
  await store.createSession(BOARD, { id: 'session', username: 'ada' }, token, at(0))
}

/**
 * Returns the plans of all statements of each operation, by its name.
 *
 * @param task the task to change; near the end of its column, so that few positions change
 */
export async function explainOperations(
  database: Database,
  task: number,
  explain: (tx: Queryable, sql: string, params: readonly Value[]) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const plans: Record<string, string[]> = {}
  for (const [name, operate] of Object.entries(OPERATIONS)) {
    const lines: string[] = []
    const explaining = (tx: Queryable): Queryable => ({
      async all(sql, params = []) {
        lines.push(...(await explain(tx, sql, params)))
        return tx.all(sql, params)
      },
    })
    const store = createSqlStore({
      ...database,
      ...explaining(database),
      changeBoard: (board, work) => database.changeBoard(board, (tx, end) => work({ ...tx, ...explaining(tx) }, end)),
      transaction: (work) => database.transaction((tx) => work(explaining(tx))),
    })
    await operate(store, task)
    plans[name] = lines
  }
  return plans
}
