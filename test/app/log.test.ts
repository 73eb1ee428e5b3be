import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { longTest } from '../kit/long-test.js'
import { COVERED, COVERED_COMMANDS } from '../kit/process.js'
import { findFreePort } from '../postgres/server.js'

const ROOT = new URL('../..', import.meta.url)
/** Node.js ignores the signal of a limit on the size of files, but the loader of the tests would not. */
const IGNORE_LIMIT = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})"

/** The environment of a service whose log a test does not read. */
async function environment(): Promise<{ base: string; env: Record<string, string> }> {
  const port = await findFreePort()
  const env = {
    ...COVERED,
    PATH: process.env.PATH ?? '',
    PORT: `${port}`,
    DATABASE_URL: 'sqlite::memory:',
    NODE_OPTIONS: IGNORE_LIMIT,
  }
  return { base: `http://127.0.0.1:${port}`, env }
}

async function waitUntilReady(base: string): Promise<void> {
  while (
    !(await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    await sleep(20)
  }
}

/** Starts the service with its log in a file, or in a pipe that is never read. */
async function startWithLog(t: Test, stdout: number | 'pipe') {
  const { base, env } = await environment()
  const child = spawn(process.execPath, [COVERED_COMMANDS], { cwd: ROOT, env, stdio: ['ignore', stdout, 'pipe'] })
  const exit = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await exit
  })
  await waitUntilReady(base)
  return { base, child, exit }
}

/** Sends requests until the service has dropped lines of the log. */
async function overflow(base: string): Promise<void> {
  // The log masks long texts of letters.
  const filler = '0'.repeat(8000)
  while ((await readDropped(base)) === 0) {
    for (let count = 0; count < 50; count++) {
      const response = await fetch(`${base}/api/v1/tasks?${filler}`)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`The status is ${response.status}`)
    }
  }
}

async function readDropped(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^task_board_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

longTest('process: a log on a full device does not stop the service', async (t) => {
  const { base, child, exit } = await startWithLog(t, openSync('/dev/full', 'w'))
  await overflow(base)
  child.kill('SIGTERM')
  t.strictSame(await exit, [0, null])
})

longTest('process: a reader of the log that does not read does not stop the service', async (t) => {
  const { base, child, exit } = await startWithLog(t, 'pipe')
  await overflow(base)
  child.kill('SIGTERM')
  t.strictSame(await exit, [0, null])
})

t.test('process: logging continues when the full disk has space again, and no line is torn', async (t) => {
  const file = `${t.testdir()}/log`
  const { base, child, exit } = await startWithLog(t, openSync(file, 'a'))
  while (statSync(file).size === 0) await sleep(20)
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:`])
  limitFiles(statSync(file).size + 100)
  await overflow(base)
  limitFiles('unlimited')
  while (!readFileSync(file, 'utf8').includes('/api/v1/tasks/77777')) {
    await fetch(`${base}/api/v1/tasks/77777`)
    await sleep(20)
  }
  child.kill('SIGTERM')
  t.strictSame(await exit, [0, null])
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  for (const line of lines) JSON.parse(line)
  const isWritten = lines.some((line) => line.includes('00000'))
  t.ok(isWritten, 'lines that waited in memory are written')
})

/** Starts the service in a terminal of its own. */
async function startInTerminal(t: Test) {
  const pidFile = `${t.testdir()}/pid`
  writeFileSync(pidFile, '')
  const { base, env } = await environment()
  // A session of its own gets no SIGHUP when the terminal closes.
  const command = `setsid sh -c 'echo $$ > ${pidFile}; exec ${process.execPath} ${COVERED_COMMANDS}'`
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], { cwd: ROOT, env, stdio: 'pipe' })
  let screen = ''
  terminal.stdout.on('data', (chunk) => {
    screen += chunk
  })
  t.teardown(() => terminal.kill('SIGKILL'))
  await waitUntilReady(base)
  const pid = Number(readFileSync(pidFile, 'utf8'))
  t.teardown(() => isRunning(pid) && process.kill(pid, 'SIGKILL'))
  while (!screen.includes('Server listening at')) await sleep(20)
  t.notMatch(screen, '{"level"', 'the lines are readable')
  return { base, pid, terminal }
}

longTest('process: a closed terminal does not stop the service', async (t) => {
  const { base, pid, terminal } = await startInTerminal(t)
  terminal.kill('SIGKILL')
  await once(terminal, 'exit')
  await overflow(base)
  process.kill(pid, 'SIGTERM')
  while (isRunning(pid)) await sleep(20)
  t.pass('the service stops')
})

t.test('process: the service stops even if nobody reads its terminal', async (t) => {
  const { base, pid, terminal } = await startInTerminal(t)
  terminal.kill('SIGSTOP')
  await overflow(base)
  process.kill(pid, 'SIGTERM')
  while (isRunning(pid)) await sleep(20)
  t.pass('the service stops')
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
