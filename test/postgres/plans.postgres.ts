import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { explainOperations, fillBoard } from '../store/plans.js'

t.test('every operation uses indexes in PostgreSQL', async (t) => {
  const database = await openDatabase(await emptyDatabase(), 'create')
  t.teardown(() => database.close())
  await fillBoard(database, 5000)
  await database.all('ANALYZE')
  const plans = await explainOperations(database, 4990, async (tx, sql, params) => {
    const rows = await tx.all<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params)
    return rows.map((row) => row['QUERY PLAN'])
  })
  for (const [name, lines] of Object.entries(plans)) {
    t.ok(lines.length > 0, name)
    t.strictSame(
      lines.filter((line) => /Seq Scan on (task|comment)\b/.test(line)),
      [],
      `${name}: no sequential scan of a large table`,
    )
  }
})
