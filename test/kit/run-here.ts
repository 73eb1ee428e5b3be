import type { Test } from 'tap'
import { runProgram } from '../../src/commands/program.js'
import type { Exit, ProcessOptions } from './process.js'

/**
 * Runs a command to its end in this process, with an environment of its own. A process would take half a second more.
 * The helper captures the output of this process, so no other test may run at the same time.
 */
export async function runHere(
  t: Test,
  command: string,
  { args = [], env = {} }: Pick<ProcessOptions, 'args' | 'env'> = {},
): Promise<Exit> {
  const outputs = ([process.stdout, process.stderr] as const).map((stream) =>
    t.capture(stream, 'write', (_text: unknown, done?: unknown) => {
      if (typeof done === 'function') done()
      return true
    }),
  )
  const ofTests = process.env
  process.env = { PATH: ofTests.PATH, ...env }
  try {
    const failure = await runProgram([...command.split(' '), ...args])
    const code = failure || Number(process.exitCode ?? 0)
    const [stdout = '', stderr = ''] = outputs.map((writes) =>
      writes()
        .map(({ args: [text] }) => String(text))
        .join(''),
    )
    return { code, signal: null, stdout, stderr }
  } finally {
    process.env = ofTests
    process.exitCode = undefined
    for (const writes of outputs) writes.restore()
  }
}
