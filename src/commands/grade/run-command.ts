import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutSecrets } from '../../app/settings.js'
import { CommandFailed } from '../../contract/command-failed.js'
import { Tail } from './tail.js'

/** The time that a suite has to end after SIGTERM, in milliseconds. */
const GRACE = 2000

/** The time in which the output must end after the suite has ended, in milliseconds. */
const OUTPUT_GRACE = 500

/** How the command is explained to the user if it cannot be started. */
const START_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command',
  EACCES: 'it is not an executable file',
  ERR_INVALID_ARG_VALUE: 'the name of the command is empty',
}

export interface CommandOptions {
  command: readonly string[]
  /** The variables that the command gets in addition to the environment of this process, which it gets without secrets. */
  variables: Readonly<Record<string, string>>
  /** The time limit in seconds. */
  timeLimit: number
  /** Ends the command. */
  signal: AbortSignal
}

/** How a command ended. */
export type CommandRun = Awaited<ReturnType<typeof runCommand>>

/**
 * Runs a command in its own process group. No process of the group is left at the end, even if the command has reached
 * the time limit or the run was aborted. execa ends only the process that it has started, not its group.
 *
 * @throws CommandFailed if the command cannot be started
 * @throws the reason of the abort
 */
export async function runCommand({ command, variables, timeLimit, signal }: CommandOptions) {
  signal.throwIfAborted()
  const startedAt = performance.now()
  const child = start(command, { ...withoutSecrets(process.env), ...variables })
  const output = new Tail()
  child.stdout.on('data', (chunk) => output.add(chunk))
  child.stderr.on('data', (chunk) => output.add(chunk))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const exited = once(child, 'exit').catch((error) => {
    throw explainStart(command, error)
  })
  const waiting = new AbortController()
  const stopping = AbortSignal.any([signal, waiting.signal])
  const stop = sleep(timeLimit * 1000, 'timeout', { signal: stopping, ref: false }).catch(() => 'abort')
  const end = await Promise.race([exited.then(() => 'exit'), stop])
  waiting.abort()
  const isTimedOut = end === 'timeout'
  if (end !== 'exit') {
    signalGroup(child, 'SIGTERM')
    await Promise.race([exited, sleep(GRACE, undefined, { ref: false })])
  }
  // Processes that the suite started can outlive it, and would disturb other runs.
  signalGroup(child, 'SIGKILL')
  await exited
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.race([closed, sleep(OUTPUT_GRACE, undefined, { ref: false })])
  // A process that left the group can still have the pipes.
  child.stdout.destroy()
  child.stderr.destroy()
  signal.throwIfAborted()
  const { exitCode, signalCode } = child
  return {
    /** Whether the command succeeded: it exited with 0 within the time limit. */
    isPassed: exitCode === 0 && !isTimedOut,
    /** `null` if a signal ended the command. */
    exitCode,
    signal: signalCode as string | null,
    isTimedOut,
    seconds: Math.round(seconds * 1000) / 1000,
    output: output.toString(),
  }
}

function start([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  try {
    return spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  } catch (error) {
    throw explainStart([file], error as NodeJS.ErrnoException)
  }
}

function explainStart([file = '']: readonly string[], { code = '', message }: NodeJS.ErrnoException): CommandFailed {
  const hint = /\s/.test(file) ? `. A line for a shell needs sh -c '${file}'` : ''
  return new CommandFailed(`Cannot run '${file}': ${START_ERRORS[code] ?? message}${hint}`)
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid as number), signal)
  } catch {
    // The group has ended.
  }
}
