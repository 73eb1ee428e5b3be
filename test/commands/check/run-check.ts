import t, { type Test } from 'tap'
import { startTaskBoard } from '../../../src/app/library/index.js'
import { runProgram } from '../../../src/commands/program.js'

/** The service that the tests of this folder check. */
export const service = await startTaskBoard()
t.teardown(() => service.close())

/** Runs `task-board-service check`. */
export async function check(t: Test, ...args: string[]) {
  const errors = t.capture(console, 'error')
  const logs = t.capture(console, 'log')
  const writes = t.capture(process.stdout, 'write', (_text: unknown, done?: unknown) => {
    if (typeof done === 'function') done()
    return true
  })
  try {
    const code = await runProgram(['check', ...args])
    const written = writes().map(({ args: [text] }) => String(text))
    const logged = logs().map(({ args: [text] }) => `${text}\n`)
    return {
      code,
      stdout: [...written, ...logged].join(''),
      stderr: errors()
        .map(({ args: [line] }) => line)
        .join('\n'),
    }
  } finally {
    for (const capture of [errors, logs, writes]) capture.restore()
  }
}
