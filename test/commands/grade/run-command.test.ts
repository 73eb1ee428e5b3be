import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type CommandOptions, runCommand } from '../../../src/commands/grade/run-command.js'

function run(command: string[], options: Partial<CommandOptions> = {}) {
  return runCommand({ command, variables: {}, timeLimit: 30, signal: new AbortController().signal, ...options })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function waitFor<T>(value: () => T | undefined): Promise<T> {
  for (;;) {
    const current = value()
    if (current !== undefined) return current
    await sleep(10)
  }
}

/** Waits until the processes whose ids a file names have ended. */
async function expectEnd(t: Test, file: string): Promise<void> {
  const pids = readFileSync(file, 'utf8').trim().split(/\s+/).map(Number)
  t.ok(pids.length > 0 && pids.every((pid) => pid > 0))
  await waitFor(() => pids.every((pid) => !isRunning(pid)) || undefined)
}

t.test('returns the exit code, the output and the duration of a command', async (t) => {
  const passed = await run(['sh', '-c', 'echo $TARGET; echo warning >&2'], { variables: { TARGET: 'here' } })
  t.match(passed, { isPassed: true, exitCode: 0, signal: null, isTimedOut: false, output: /here\n/ })
  t.match(passed.output, 'warning\n')
  t.ok(passed.seconds > 0 && passed.seconds < 30)
  t.match(await run(['sh', '-c', 'exit 3']), { isPassed: false, exitCode: 3, signal: null })
  t.match(await run(['sh', '-c', 'kill -9 $$']), { isPassed: false, exitCode: null, signal: 'SIGKILL' })
})

t.test('stops a command at the time limit, with all its processes', async (t) => {
  const file = join(t.testdir(), 'pids')
  const script = `sleep 300 & echo $! >> ${file}; echo $$ >> ${file}; wait`
  t.match(await run(['sh', '-c', script], { timeLimit: 0.5 }), { isPassed: false, isTimedOut: true, signal: 'SIGTERM' })
  await expectEnd(t, file)
})

t.test('kills a command that ignores SIGTERM', async (t) => {
  const result = await run(['sh', '-c', "trap '' TERM; while :; do sleep 0.1; done"], { timeLimit: 0.3 })
  t.match(result, { isTimedOut: true, signal: 'SIGKILL' })
})

t.test('a command that exits with 0 after SIGTERM has still reached the time limit', async (t) => {
  const result = await run(['sh', '-c', "trap 'exit 0' TERM; while :; do sleep 0.1; done"], { timeLimit: 0.3 })
  t.match(result, { isPassed: false, isTimedOut: true, exitCode: 0 })
})

t.test('ends the processes that a command leaves behind', async (t) => {
  const file = join(t.testdir(), 'pids')
  t.match(await run(['sh', '-c', `sleep 300 & echo $! > ${file}`]), { isPassed: true })
  await expectEnd(t, file)
})

t.test('does not wait for a process that left the group and keeps the output open', async (t) => {
  const file = join(t.testdir(), 'pid')
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn('sleep', ['300'], { detached: true, stdio: 'inherit' })
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid))
    child.unref()
  `
  const result = await run([process.execPath, '-e', script])
  process.kill(Number(readFileSync(file, 'utf8')))
  t.match(result, { isPassed: true })
  t.ok(result.seconds < 30)
})

t.test('an abort ends the command with all its processes', async (t) => {
  const file = join(t.testdir(), 'pids')
  const abort = new AbortController()
  const running = run(['sh', '-c', `echo $$ > ${file}; sleep 300`], { signal: abort.signal })
  await waitFor(() => (existsSync(file) && readFileSync(file, 'utf8') !== '') || undefined)
  abort.abort(new Error('Stop'))
  await t.rejects(running, { message: 'Stop' })
  await expectEnd(t, file)
  await t.rejects(run(['sh', '-c', 'exit 0'], { signal: abort.signal }), { message: 'Stop' })
})

t.test('a command that cannot be started is an error', async (t) => {
  const file = join(t.testdir({ file: '' }), 'file')
  await t.rejects(run(['no-such-command']), { message: "Cannot run 'no-such-command': there is no such command" })
  await t.rejects(run([file]), { message: `Cannot run '${file}': it is not an executable file` })
  await t.rejects(run(['']), { message: "Cannot run '': the name of the command is empty" })
  await t.rejects(run(['npm test']), {
    message: /there is no such command\. A line for a shell needs sh -c 'npm test'$/,
  })
  await t.rejects(run(['sh', '-c', 'x'.repeat(3_000_000)]), { message: /^Cannot run 'sh': .*E2BIG/ })
})
