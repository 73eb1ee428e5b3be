import t from 'tap'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { openStore } from '../../src/rooms/open-store.js'
import { emptyDatabase } from '../kit/database.js'
import { run } from '../kit/process.js'
import { at, readTask, values } from '../rooms/store/contract/shared.js'
import { expectBoard, fillBoard } from '../rooms/store/moved-board.js'

t.test('process: a board copied from SQLite to PostgreSQL and back is the same', async (t) => {
  const folder = t.testdir()
  const urls = [`sqlite:${folder}/first.db`, await emptyDatabase(), `sqlite:${folder}/second.db`] as const
  const board = await fillBoard(t, urls[0])
  for (const [from, to] of [urls.slice(0, 2), urls.slice(1, 3)] as [string, string][]) {
    const copied = await run(t, 'database copy', { args: ['--from', from, '--to', to] })
    t.match(copied, { code: 0, stdout: /^Copied .* rooms 1, boards 1, items \d+, blobs 9\.\n$/, stderr: '' })
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
  await store.createTask(DEFAULT_BOARD, values({ title: 'Mine' }), at(0))
  await store.close()

  const refused = await run(t, 'database copy', { args: ['--from', from, '--to', to.href] })
  t.match(refused, { code: 1, stdout: '', stderr: /^[^\n]*is not empty: copy into a new one\n$/ })
  const again = await openStore(to.href)
  t.teardown(() => again.close())
  t.match(await readTask(again, DEFAULT_BOARD, 1), { title: 'Mine' })

  const copied = await run(t, 'database copy', {
    // A host that is down is skipped.
    args: ['--from', to.href.replace(to.host, `127.0.0.1:1,${to.host}`), '--to', `sqlite:${t.testdir()}/to.db`],
  })
  t.match(copied, { code: 0, stdout: /^Copied postgres:\/\/postgres:\*\*\*@/ })
  t.notMatch(refused.stderr + copied.stdout, 'engine-1843')
})
