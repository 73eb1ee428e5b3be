import type { Test } from 'tap'
import { parseJson } from '../../src/contract/json.js'
import type { Status } from '../../src/contract/schemas/task.js'
import type { Database } from '../../src/store/database.js'
import { migrate } from '../../src/store/migrations.js'
import { insertRows, type Row } from '../../src/store/sql/insert-rows.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import type { Store } from '../../src/store/store.js'
import { at, BOARD, newBoard, readColumns, same, values } from './contract/shared.js'

/** The last version of the tables in which `task` had the column `sort_order`. */
const WITH_SORT_ORDER = 3

/** The last version of the tables in which boards did not count their claims and the bytes of their files. */
const WITHOUT_COUNTERS = 10

const LENGTHS: Record<string, Record<Status, number>> = {
  [BOARD]: { TODO: 700, IN_PROGRESS: 0, DONE: 129 },
  other: { TODO: 1, IN_PROGRESS: 128, DONE: 0 },
}

/** A checklist as earlier versions stored it after a snapshot was edited by hand. */
const CHECKLIST_OF_SNAPSHOT = JSON.stringify([
  { note: 'x', done: true, text: 'a "b"', id: 7 },
  { id: 8, text: 'é', done: false },
])

/** Fills an empty database with tables and rows as that version wrote them. Returns the columns of each board. */
async function fillOldDatabase(database: Database): Promise<Record<string, Record<Status, number[]>>> {
  await migrate(database, WITH_SORT_ORDER)
  const expected: Record<string, Record<Status, number[]>> = {}
  await database.transaction(async (tx) => {
    for (const [board, lengths] of Object.entries(LENGTHS)) {
      const rows: Row[] = []
      const columns: Record<Status, number[]> = { TODO: [], IN_PROGRESS: [], DONE: [] }
      for (const [index, [status, length]] of Object.entries(lengths).entries()) {
        for (let position = 0; position < length; position++) {
          // The order in the column is not the order of the ids.
          const id = 1 + index * 1000 + ((position * 337) % 1000)
          columns[status as Status].push(id)
          rows.push({
            board_id: board,
            id,
            title: `Task ${id}`,
            status: index,
            priority: 1,
            sort_order: position,
            labels: '[]',
            checklist_items: id === 1 ? CHECKLIST_OF_SNAPSHOT : '[]',
            created_at: at(0),
            updated_at: at(0),
            search_text: `task ${id}`,
          })
        }
      }
      const { name, ownerTokenHash } = newBoard(board)
      await insertRows(tx, 'board', [{ id: board, name, owner_token_hash: ownerTokenHash, last_task_id: 3000 }])
      await insertRows(tx, 'task', rows.reverse())
      expected[board] = columns
    }
    const comment = { board_id: BOARD, id: 1, task_id: 1, text: 'kept', created_at: at(0), updated_at: at(0) }
    await insertRows(tx, 'comment', [comment])
    const bytes = Buffer.from('12345')
    const stored = { file_name: 'a.txt', content_type: 'text/plain', file_size_bytes: 5, uploaded_at: at(0), bytes }
    await insertRows(tx, 'attachment', [{ board_id: BOARD, id: 1, task_id: 1, ...stored }])
  })
  return expected
}

/** Adds a class with two learners, one of whom has joined and made claims, as that version wrote them. */
async function addOldClass(database: Database): Promise<void> {
  await migrate(database, WITHOUT_COUNTERS)
  await database.transaction(async (tx) => {
    const settings = { created_at: at(0), expires_at: at(900), revision: 0, is_frozen: 0, defects: '[]' }
    await insertRows(tx, 'class', [{ id: 'class', name: 'Class', secret_hash: 'x', join_code: 'x', ...settings }])
    const learner = { class_id: 'class', owner_token_hash: 'x', created_at: at(0), used_at: at(0) }
    await insertRows(tx, 'board', [
      { ...learner, id: 'with Ada', name: 'Ada', class_place: 1, learner_code_hash: 'x' },
      { ...learner, id: 'with Bob', name: 'Bob', class_place: 2, learner_code_hash: null },
    ])
    const claim = { board_id: 'with Ada', time: at(1), fault: 'date-mix' }
    await insertRows(tx, 'claim', [
      { ...claim, number: 1, request: 1, request_id: 'one', is_right: 1 },
      { ...claim, number: 2, request: 2, request_id: 'two', is_right: 0 },
    ])
  })
}

/** Requires that the class is as before, and that its learners can continue. */
async function expectOldClass(t: Test, store: Store): Promise<void> {
  t.match(await store.getClass('class'), { isJoinable: true, isFrozen: false })
  const [ada, bob] = await store.readClassBoards('class')
  t.strictSame([ada?.isJoined, bob?.isJoined], [true, false])
  same(t, ada?.counts.faults, { 'date-mix': { right: 1, wrong: 1, credit: 1 } })
  t.equal((await store.listClaims('with Ada', { page: 0, size: 9 })).total, 2)
}

/** Upgrades an empty database from the old version, and requires that the columns stay the same and can be changed. */
export async function upgradeOldDatabase(t: Test, database: Database): Promise<void> {
  const expected = await fillOldDatabase(database)
  await addOldClass(database)
  await migrate(database)
  const store = createSqlStore(database)
  for (const [board, columns] of Object.entries(expected)) {
    same(t, await readColumns(store, board), columns, `${board}: the order of every column`)
    const { todoTasks, inProgressTasks, doneTasks } = await store.countTasks(board)
    same(t, { TODO: todoTasks, IN_PROGRESS: inProgressTasks, DONE: doneTasks }, LENGTHS[board])
  }
  const task = parseJson(await store.getTask(BOARD, 1))
  t.match(task.comments, [{ text: 'kept' }])
  t.match(task.attachments, [{ fileName: 'a.txt', fileSizeBytes: 5 }])
  t.equal(
    JSON.stringify(task.checklistItems),
    '[{"id":7,"text":"a \\"b\\"","done":true},{"id":8,"text":"é","done":false}]',
  )

  const usages = await database.all(
    'SELECT comments, attachment_bytes AS bytes FROM board WHERE class_id IS NULL ORDER BY id',
  )
  same(t, usages, [
    { comments: 1, bytes: 5 },
    { comments: 0, bytes: 0 },
  ])
  await expectOldClass(t, store)

  const columns = expected[BOARD] as Record<Status, number[]>
  for (const index of [0, 127, 128, 300, 699]) {
    const id = columns.TODO.splice((index + 350) % 700, 1)[0] as number
    const { sortOrder } = await store.moveTask(BOARD, id, 'TODO', index, at(1))
    columns.TODO.splice(index, 0, id)
    t.equal(sortOrder, index)
  }
  const created = await store.createTask(BOARD, values(), at(1))
  t.equal(created.sortOrder, columns.TODO.push(created.id) - 1)
  await store.deleteTask(BOARD, columns.DONE.shift() as number)
  same(t, await readColumns(store), columns, 'after changes')
}
