import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import t, { type Test } from 'tap'
import { COVERED } from '../process.js'

const ROOT = new URL('../..', import.meta.url)

/** Opens a store in memory, uses both of its threads, and prints a line. */
const OPEN = `
  import { openStore } from './build/src/rooms/open-store.js'
  const store = await openStore('sqlite::memory:')
  await store.startFaultPlan('default', 7, 1)
  await store.measure()
  console.log('open')`

/** Keeps the process alive. */
const WAIT = 'setInterval(() => {}, 1000)'

/** Starts a process with its temporary files in a folder. Resolves when its store is open. */
async function openIn(t: Test, folder: string, script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, TMPDIR: folder, ...COVERED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

t.test('a process that does not close its store can end, and leaves no temporary files', async (t) => {
  const folder = t.testdir()
  const child = await openIn(t, folder, OPEN)
  t.strictSame(await once(child, 'exit'), [0, null])
  t.strictSame(readdirSync(folder), [])
})

t.test('the next process removes the files of a process that was killed, and no others', async (t) => {
  const unusable = { [`task-board-${2 ** 30}-abcdef`]: { 'board.db': {} } }
  const folder = t.testdir({ 'task-board': {}, 'task-board-notes': {}, 'another-1-abcdef': {}, ...unusable })
  const others = readdirSync(folder)
  const running = await openIn(t, folder, `${OPEN}\n${WAIT}`)
  const [used] = readdirSync(folder).filter((name) => !others.includes(name))
  const killed = await openIn(t, folder, `${OPEN}\n${WAIT}`)
  t.equal(readdirSync(folder).length, others.length + 2)
  await kill(killed)
  const next = await openIn(t, folder, OPEN)
  await once(next, 'exit')
  t.strictSame(readdirSync(folder).sort(), [...others, used].sort())
  await kill(running)
})

t.test('a database in use remains, even if its process is not visible', async (t) => {
  const folder = t.testdir()
  // The process names its folder after an id that no process has, as if it ran in another container.
  const hidden = `Object.defineProperty(process, 'pid', { value: ${2 ** 30} })`
  const running = await openIn(t, folder, `${hidden}\n${OPEN}\n${WAIT}`)
  const before = readdirSync(folder)
  t.match(before, [new RegExp(`^task-board-${2 ** 30}-`)])
  const next = await openIn(t, folder, OPEN)
  await once(next, 'exit')
  t.strictSame(readdirSync(folder), before)
  await kill(running)
})
