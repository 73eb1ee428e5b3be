import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import { DEFAULT_BOARD } from '../../src/store/store.js'
import { emptyDatabase } from '../database.js'
import { run } from '../process.js'
import { at, readTask, values } from '../store/contract/shared.js'
import { expectBoard, fillBoard } from '../store/moved-board.js'

t.test('process: a board copied from SQLite to PostgreSQL and back is the same', async (t) => {
  const folder = t.testdir()
  const urls = [`sqlite:${folder}/first.db`, await emptyDatabase(), `sqlite:${folder}/second.db`] as const
  const board = await fillBoard(t, urls[0])
  for (const [from, to] of [urls.slice(0, 2), urls.slice(1, 3)] as [string, string][]) {
    const copied = await run(t, 'copy-database', { args: ['--from', from, '--to', to] })
    t.match(copied, { code: 0, stdout: /^Copied .* board 1, run 6, task 450, [^\n]*\n$/, stderr: '' })
  }
  await expectBoard(t, urls[2], board)
  await expectBoard(t, urls[1], board)
})

t.test('process: refuses a used PostgreSQL database, and does not print its password', async (t) => {
  const from = `sqlite:${t.testdir()}/board.db`
  await (await openStore(from)).close()
  const to = new URL(await emptyDatabase())
  to.password = 'engine-1843'
  const store = await openStore(to.href)
  t.teardown(() => store.close())
  await store.createTask(DEFAULT_BOARD, values({ title: 'Mine' }), at(0))

  const refused = await run(t, 'copy-database', { args: ['--from', from, '--to', to.href] })
  t.match(refused, { code: 1, stdout: '', stderr: /^[^\n]*is not empty: copy into a new one\n$/ })
  t.match(await readTask(store, DEFAULT_BOARD, 1), { title: 'Mine' })

  const copied = await run(t, 'copy-database', {
    args: ['--from', to.href, '--to', `sqlite:${t.testdir()}/to.db`],
  })
  t.match(copied, { code: 0, stdout: /^Copied postgres:\/\/postgres:\*\*\*@/ })
  t.notMatch(refused.stderr + copied.stdout, 'engine-1843')
})
