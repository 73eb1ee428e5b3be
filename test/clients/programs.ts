import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Runs a test, and prints its result. If a program is missing, prints its name. If the test fails, the exit code of this
 * process is 1.
 *
 * @param what what is tested
 * @param needs the programs that the test needs
 * @param test runs the test, and returns what to print
 */
export async function attempt(what: string, needs: string[], test: () => Promise<string>): Promise<void> {
  const missing = needs.filter((program) => !isOnPath(program))
  if (missing.length > 0) {
    console.log(`${what}: NOT TESTED, because ${missing.join(' and ')} cannot be found`)
    return
  }
  const start = performance.now()
  try {
    console.log(`${what}: ${await test()} (${Math.round((performance.now() - start) / 1000)} s)`)
  } catch (error) {
    console.error(`${what}: FAILED`, error)
    process.exitCode = 1
  }
}

/**
 * Runs a command.
 *
 * @param options the folder, and additional environment variables
 * @throws with the end of its output if the command fails
 */
export async function execute(
  [program = '', ...args]: string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<void> {
  const child = spawn(program, args, { ...options, env: { ...process.env, ...options.env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const [code] = await once(child, 'close')
  assert.equal(code, 0, `${[program, ...args].join(' ')} exited with ${code}:\n${output.slice(-5000)}`)
}

/** A program in another language. It reads questions as lines of JSON, and writes the answers in the same order. */
export interface Program<Question, Answer> {
  ask(question: Question): Promise<Answer>
  /** Ends the program. */
  stop(): Promise<void>
}

/** Starts a program that reads and writes lines. */
export function startProgram<Question, Answer>(
  [program = '', ...args]: string[],
  cwd: string,
  env: Record<string, string> = {},
): Program<Question, Answer> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
  let problems = ''
  child.stderr.on('data', (data) => (problems += data))
  // A program that has exited cannot read. Then there is no answer either.
  child.stdin.on('error', () => {})
  const closed = once(child, 'close')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The program exited:\n${problems.slice(-5000)}`)
      return JSON.parse(value)
    },
    async stop() {
      child.stdin.end()
      await closed
    },
  }
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
