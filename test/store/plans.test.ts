import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { explainOperations, fillBoard } from './plans.js'

t.test('SQLite finds what an operation needs by an index, whatever the size of the board', async (t) => {
  const database = await openDatabase('sqlite::memory:', 'create')
  t.teardown(() => database.close())
  await fillBoard(database, 200)
  const plans = await explainOperations(database, 150, async (tx, sql, params) => {
    const rows = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
    return rows.map(({ detail }) => detail)
  })
  for (const [name, lines] of Object.entries(plans)) {
    t.ok(lines.length > 0, name)
    t.strictSame(
      lines.filter((line) => /^SCAN (board|task|comment|attachment|session|refresh_token)\b/.test(line)),
      [],
      `${name}: no table is read from one end to the other`,
    )
  }

  const order = /USE TEMP B-TREE FOR ORDER BY/
  for (const name of [
    'page of a column',
    'page of a column, upwards',
    'page by id',
    'page by id, downwards',
  ]) {
    const lines = plans[name] ?? []
    // Only the tasks of the page are sorted, once they are found.
    t.equal(lines.filter((line) => order.test(line)).length, 1, name)
    t.match(lines.at(-1), order)
  }
  for (const name of ['page of a column', 'page of a column, upwards']) {
    t.match(
      plans[name]?.join('\n'),
      /SEARCH task USING COVERING INDEX task_column \(board_id=\? AND status=\? AND sort_order[<>]\?\)/,
      `${name} begins where it begins`,
    )
  }
})
