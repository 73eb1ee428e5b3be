import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import t, { type Test } from 'tap'
import { COVERED } from '../../kit/process.js'

const ROOT = new URL('../../..', import.meta.url)

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

t.test('a process that does not close its store can end, and leaves no temporary files', async (t) => {
  const folder = t.testdir()
  const child = await openIn(t, folder, OPEN)
  t.strictSame(await once(child, 'exit'), [0, null])
  t.strictSame(readdirSync(folder), [])
})

t.test('a process that is killed leaves no temporary files', async (t) => {
  const folder = t.testdir()
  const child = await openIn(t, folder, `${OPEN}\n${WAIT}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.strictSame(readdirSync(folder), [])
})
