import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { type CommandOptions, type CommandRun, runCommand } from '../../../src/commands/grade/run-command.js'

/** What a suite uses of `process`. */
interface SuiteProcess {
  env: CommandOptions['variables']
  argv: string[]
  exitCode: number
  exit(code?: number): never
}

class Exit extends Error {}

/** The processes of the suites that run, by the URL of their module. */
const processes = new Map<string, { process: SuiteProcess; console: Pick<Console, 'log' | 'error'> }>()
Object.assign(globalThis, { suiteProcesses: processes })

let runs = 0

/**
 * Runs a script of Node.js in this process, as a module of its own. That takes a few milliseconds; a process takes 80. The
 * script ends with its last statement: one that starts timers or does not end needs `runCommand`. So do other commands.
 */
export async function runHere(options: CommandOptions): Promise<CommandRun> {
  const { command, variables } = options
  const [node, file = '', ...args] = command
  if (node !== globalThis.process.execPath) return runCommand(options)
  const startedAt = performance.now()
  const lines: string[] = []
  const write = (...values: unknown[]) => void lines.push(`${format(...values)}\n`)
  const process: SuiteProcess = {
    env: variables,
    argv: [node ?? '', file, ...args],
    exitCode: 0,
    exit(code = process.exitCode) {
      process.exitCode = code
      throw new Exit()
    },
  }
  const url = `${pathToFileURL(file)}?run=${++runs}`
  processes.set(url, { process, console: { log: write, error: write } })
  try {
    await import(url)
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.exitCode = 1
      write(error)
    }
  }
  processes.delete(url)
  return {
    isPassed: process.exitCode === 0,
    exitCode: process.exitCode,
    signal: null,
    isTimedOut: false,
    seconds: Math.round(performance.now() - startedAt) / 1000,
    output: lines.join(''),
  }
}

/** The first line of a script. In a process of its own, it uses the variables of Node.js. */
export const PROCESS_OF_SUITE =
  'const { process, console } = globalThis.suiteProcesses?.get(import.meta.url) ?? globalThis\n'
