import { existsSync } from 'node:fs'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { runHere } from '../../kit/run-here.js'
import { createOld } from '../storage/version-2.js'
import { at, BOARD, readAll, values } from './contract/shared.js'
import { expectBoard, fillBoard } from './moved-board.js'

const COMMAND = 'database copy'

t.test('a copied database has the same board and continues from there', async (t) => {
  const folder = t.testdir()
  const [from, to] = [`sqlite:${folder}/from.db`, `sqlite:${folder}/to.db`]
  const board = await fillBoard(t, from)
  const copied = await runHere(t, COMMAND, { args: ['--from', from, '--to', to] })
  t.match(copied, { code: 0, stderr: '' })
  t.match(copied.stdout, /^Copied \S+from\.db to \S+to\.db: rooms 1, boards 1, items \d+, blobs 9\.\n$/)
  await expectBoard(t, to, board)
})

t.test('the command refuses missing flags and unusable databases in one line', async (t) => {
  const folder = t.testdir({ 'text.db': 'This is text, not a database. '.repeat(50) })
  const cases: [args: string[], message: RegExp, code: number][] = [
    [['--from', 'sqlite:board.db'], /required option '--to <url>' not specified/, 2],
    [['--from', 'sqlite:board.db', '--to', 'sqlite:memory'], /--to must be sqlite::memory: for a database/, 1],
    [['--from', 'sqlite://board.db', '--to', 'sqlite:x'], /--from must not have/, 1],
    [['--from', 'mysql://ada:engine@host/board', '--to', 'x'], /mysql:\/\/ada:\*\*\*@host\/board/, 1],
    [['--from', `sqlite:${folder}/missing.db`, '--to', 'sqlite:x'], /missing\.db: The file does not exist/, 1],
    [['--from', `sqlite:${folder}/text.db`, '--to', 'sqlite:x'], /text\.db: file is not a database/, 1],
  ]
  for (const [args, message, expected] of cases) {
    const { code, stdout, stderr } = await runHere(t, COMMAND, { args })
    t.match({ code, stdout }, { code: expected, stdout: '' }, args.join(' '))
    t.match(stderr, new RegExp(`^task-board-service: [^\\n]*${message.source}[^\\n]*\\n$`))
  }
  t.notOk(existsSync('x'))
})

t.test('refuses a target that is not empty, and changes neither database', async (t) => {
  const folder = t.testdir()
  const [from, to] = [`sqlite:${folder}/from.db`, `sqlite:${folder}/to.db`]
  for (const url of [from, to]) {
    const store = await openStore(url)
    await store.createTask(BOARD, values({ title: url }), at(0))
    await store.close()
  }
  const copied = await runHere(t, COMMAND, { args: ['--from', from, '--to', to] })
  t.match(copied, { code: 1, stderr: /The target database is not empty: copy into a new one\n$/ })
  for (const url of [from, to]) {
    const store = await openStore(url)
    t.match(await readAll(store), [{ title: url }])
    await store.close()
  }
})

t.test('a database that a service uses can be copied', async (t) => {
  const folder = t.testdir()
  const [from, to] = [`sqlite:${folder}/from.db`, `sqlite:${folder}/to.db`]
  const store = await openStore(from)
  t.teardown(() => store.close())
  await store.createTask(BOARD, values({ title: 'Served' }), at(0))
  t.match(await runHere(t, COMMAND, { args: ['--from', from, '--to', to] }), { code: 0, stderr: '' })
  await store.createTask(BOARD, values(), at(0))
  const copy = await openStore(to)
  t.teardown(() => copy.close())
  t.match(await readAll(copy), [{ title: 'Served' }])
})

t.test('a source of version 2 is refused, and not upgraded', async (t) => {
  const folder = t.testdir()
  const from = `sqlite:${folder}/from.db`
  await createOld(from, 12)
  for (let turn = 0; turn < 2; turn++) {
    const { code, stderr } = await runHere(t, COMMAND, { args: ['--from', from, '--to', `sqlite:${folder}/to.db`] })
    t.equal(code, 1)
    t.match(stderr, /from\.db: It does not have the tables of this version: upgrade it with 'database migrate'\n$/)
  }
})
