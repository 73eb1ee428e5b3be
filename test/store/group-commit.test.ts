import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import type { Queryable } from '../../src/store/database.js'
import { createGroupCommit } from '../../src/store/group-commit.js'

/** Starts groups of writes to a table of numbers. The first `failing` attempts to connect fail. */
function startGroups(t: Test, { failing = 0 } = {}) {
  const database = new DatabaseSync(':memory:')
  t.teardown(() => database.close())
  database.exec('CREATE TABLE number (value INTEGER NOT NULL)')
  const all: Queryable['all'] = async <Row>(sql: string) => database.prepare(sql).all() as Row[]
  const groups = createGroupCommit({
    begin: 'BEGIN',
    async connect() {
      if (failing-- > 0) throw new Error('No connection')
      return {
        tx: { all },
        control: async (...statements) => database.exec(statements.join(';')),
        rollBack: () => database.exec('ROLLBACK'),
      }
    },
  })
  const write = (value: number) => groups.transaction((tx) => tx.all(`INSERT INTO number VALUES (${value})`))
  const readNumbers = () =>
    database
      .prepare('SELECT value FROM number')
      .all()
      .map(({ value }) => value)
  return { write, readNumbers }
}

t.test('rejects all waiting writes at once if there is no connection', async (t) => {
  const { write, readNumbers } = startGroups(t, { failing: 1 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(write))
  for (const outcome of outcomes) t.match(outcome, { status: 'rejected', reason: { message: 'No connection' } })
  await write(8)
  t.strictSame(readNumbers(), [8])
})
