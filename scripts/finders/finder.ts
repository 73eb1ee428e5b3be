import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The maximum duration of a command in milliseconds. A suite that does not end has found the defect. */
const TIMEOUT = 120_000

/** An empty board with one defect, or with none. */
export interface FinderBoard {
  /** The base URL without a path. */
  url: string
  defects: readonly string[]
}

/** Something that tests the API, and that finds defects. */
export interface Finder {
  /** The name on the command line. */
  name: string
  /** The head of its column. */
  column: string
  /** What it is, as Markdown. */
  description: string
  /** The variants that it tests. It is judged only by the defects of these variants. */
  variants: readonly string[]
  /** Runs before the first board. */
  prepare?(): Promise<unknown>
  /** Whether all its tests pass. */
  passes(board: FinderBoard): Promise<boolean>
}

export interface Command {
  command: readonly [file: string, ...args: string[]]
  cwd?: string
  env?: Readonly<Record<string, string>>
}

/** Runs a command, and returns whether it succeeds, and its standard output. */
export async function run({ command, cwd = '.', env }: Command): Promise<{ isPassed: boolean; stdout: string }> {
  const [file, ...args] = command
  try {
    const options = { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT, maxBuffer: 2 ** 28 }
    return { isPassed: true, stdout: (await execute(file, args, options)).stdout }
  } catch (error) {
    const { code, killed, stdout } = error as { code?: unknown; killed?: boolean; stdout?: string }
    // A text is the code of a system error: the command does not exist.
    if (typeof code === 'string' && killed !== true) throw error
    return { isPassed: false, stdout: stdout ?? '' }
  }
}

/** Runs a command that must succeed, such as an installation. */
export async function mustRun(command: Command): Promise<void> {
  if (!(await run(command)).isPassed) throw new Error(`This command failed: ${command.command.join(' ')}`)
}

/** Runs commands, one after the other, until one fails. Returns whether all succeed. */
export async function passAll(commands: readonly Command[]): Promise<boolean> {
  for (const command of commands) {
    if (!(await run(command)).isPassed) return false
  }
  return true
}
