import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { StoreUnavailable } from '../../src/contract/errors.js'
import { type Queryable, SEVERAL_BOARDS } from '../../src/store/database.js'
import { createGroupCommit } from '../../src/store/group-commit.js'
import { sqliteDialect } from '../../src/store/sqlite/dialect.js'

/** Starts groups of writes to a table of numbers. The first `failing` attempts to connect fail. */
function startGroups(t: Test, { max = 100, failing = 0, locksRows = false } = {}) {
  const database = new DatabaseSync(':memory:')
  t.teardown(() => database.close())
  database.exec('CREATE TABLE number (value INTEGER NOT NULL)')
  const all: Queryable['all'] = async <Row>(sql: string) => database.prepare(sql).all() as Row[]
  const failures: number[] = []
  const groups = createGroupCommit({
    dialect: sqliteDialect,
    begin: 'BEGIN',
    max,
    locksRows,
    async connect() {
      if (failing-- > 0) throw new Error('No connection')
      return {
        tx: { all },
        control: async (...statements) => database.exec(statements.join(';')),
        release: (hasFailed) => hasFailed && database.exec('ROLLBACK'),
      }
    },
    async canRetry(error, count) {
      failures.push(count)
      return (error as Error).cause === 'retry'
    },
  })
  const write = (value: number) => groups.transaction((tx) => tx.all(`INSERT INTO number VALUES (${value})`))
  const readNumbers = () =>
    database
      .prepare('SELECT value FROM number')
      .all()
      .map(({ value }) => value)
  return { groups, write, readNumbers, failures }
}

t.test('rejects all waiting writes at once if there is no connection', async (t) => {
  const { write, readNumbers, failures } = startGroups(t, { max: 2, failing: 1 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(write))
  for (const outcome of outcomes) t.match(outcome, { status: 'rejected', reason: { message: 'No connection' } })
  t.strictSame(failures, [1], 'there was one attempt')
  await write(8)
  t.strictSame(readNumbers(), [8])
})

t.test('repeats the full group after an error that allows a retry', async (t) => {
  const { groups, write, readNumbers, failures } = startGroups(t)
  let attempts = 0
  const unlucky = groups.transaction(async (tx) => {
    await tx.all('INSERT INTO number VALUES (2)')
    if (++attempts < 3) throw new StoreUnavailable({ cause: 'retry' })
  })
  await Promise.all([write(1), unlucky, write(3)])
  t.strictSame(failures, [1, 2])
  t.strictSame([...readNumbers()].sort(), [1, 2, 3])
})

t.test('a write that fails does not affect the others of its group', async (t) => {
  const { groups, write, readNumbers } = startGroups(t)
  const refused = groups.transaction(async (tx) => {
    await tx.all('INSERT INTO number VALUES (6)')
    throw new Error('No')
  })
  const invalid = groups.transaction((tx) => tx.all('INSERT INTO number VALUES (NULL)'))
  const outcomes = await Promise.allSettled([write(1), invalid, write(3), refused, write(4)])
  t.match(outcomes, [
    { status: 'fulfilled' },
    { reason: { message: /NOT NULL/ } },
    { status: 'fulfilled' },
    { reason: { message: 'No' } },
    { status: 'fulfilled' },
  ])
  t.strictSame([...readNumbers()].sort(), [1, 3, 4])
})

for (const locksRows of [true, false]) {
  t.test(`a unit of work on several boards ${locksRows ? 'has a group of its own' : 'shares a group'}`, async (t) => {
    const { groups } = startGroups(t, { locksRows })
    const began: string[] = []
    const statements = (board: string) => groups.transaction(async () => void began.push(board), board)
    const committed: string[] = []
    const boards = ['b', SEVERAL_BOARDS, SEVERAL_BOARDS, 'c', 'a']
    await Promise.all(boards.map((board) => statements(board).then(() => committed.push(began.join(' ')))))
    const all = `${SEVERAL_BOARDS} ${SEVERAL_BOARDS} a b c`
    const alone = ['b', 'b *', 'b * *', 'b * * a c', 'b * * a c']
    t.strictSame(committed, locksRows ? alone : boards.map(() => all))
  })
}
