import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { explainOperations, fillBoard } from './plans.js'

t.test('every operation uses indexes in SQLite', async (t) => {
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
      `${name}: no full table scan`,
    )
  }

  const order = /USE TEMP B-TREE FOR ORDER BY/
  const columnPages = ['page of a column', 'page of a column, descending']
  for (const name of [...columnPages, 'page by id', 'page by id, descending']) {
    t.strictSame(
      plans[name]?.filter((line) => order.test(line)),
      [],
      `${name}: the order is that of an index`,
    )
  }
  for (const name of columnPages) {
    const plan = plans[name]?.join('\n')
    t.match(
      plan,
      /SEARCH run USING PRIMARY KEY \(board_id=\? AND status=\? AND rank[<>]\?\)/,
      `${name}: the search starts at the run of the page`,
    )
    t.match(plan, /SEARCH task USING COVERING INDEX task_column \(board_id=\? AND status=\? AND run_id=\?\)/, name)
  }
})
