import { type DrillScore, scoreOf } from '../drills/score.js'
import { createScript, DRILL_DELAY } from '../drills/script.js'
import { type FinalTask, type Goal, goalsOf } from '../drills/task.js'
import { runCommand } from '../grade/run-command.js'
import { excerptOf } from '../grade/tail.js'
import type { DrillProfile } from '../habits/drill.js'
import { judge } from '../habits/judge.js'
import type { Observation } from '../habits/observation.js'
import type { Verdict } from '../habits/row.js'
import { startService } from '../library/start.js'
import { VERSION } from '../version.js'

/** The variants in which a client can be drilled: with faults, or with tokens that expire. */
export const DRILL_VARIANTS = ['buggy', 'v2'] as const
export type DrillVariant = (typeof DRILL_VARIANTS)[number]

/** The lifetime of access tokens in seconds. The clock of the service goes on by it after some requests. */
const TOKEN_TTL = 60

/** The number of requests with a valid token after which all access tokens expire. */
const REQUESTS_PER_TOKEN = 12

export interface DrillOptions {
  command: readonly string[]
  variant: DrillVariant
  /** The faults of buggy. */
  profile: DrillProfile
  /** Decides which request has which fault. */
  seed: number
  /** The maximum duration of the program in seconds. */
  timeLimit: number
  /** The names of further environment variables that get the base URL of the variant. */
  urlVariables: readonly string[]
  /** Gets the output of the program. */
  onOutput?: (output: string) => void
  /** The limits of the delay of slow responses in milliseconds. Tests shorten it. */
  delay?: readonly [number, number]
}

/** How the program of a client ended. */
export interface DrillRun {
  exitCode: number | null
  signal: string | null
  isTimedOut: boolean
  seconds: number
  /** The number of requests to the board. */
  requests: number
}

export interface DrillResult {
  version: string
  command: readonly string[]
  variant: DrillVariant
  profile: DrillProfile
  seed: number
  startedAt: string
  run: DrillRun
  /** `null` if the program sent no requests to the board. */
  score: DrillScore | null
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** The last lines of the output of a program that failed, and lines that report failures. */
  output: string | null
}

/**
 * Runs the program of a client against a board with faults, or with tokens that expire, and judges the result and what the client did.
 *
 * @param signal aborts the drill
 * @throws GradeFailed if the program cannot be started
 * @throws the reason of the abort
 */
export async function drill(options: DrillOptions, signal: AbortSignal): Promise<DrillResult> {
  const { command, variant, profile, seed, timeLimit, delay = DRILL_DELAY } = options
  const observations: Observation[] = []
  let ahead = 0
  const record = (request: Observation) => {
    observations.push(request)
    const used = observations.filter(hasValidToken).length
    if (hasValidToken(request) && used % REQUESTS_PER_TOKEN === 0) ahead += TOKEN_TTL * 1000
  }
  const service = await startService(
    {
      settings: { BOARD_EXCHANGES: 0 },
      accessTokenTtl: TOKEN_TTL,
      ...(variant === 'v2' && { clock: () => Date.now() + ahead }),
    },
    { drill: { seed, delay, faultsOf: createScript(profile, seed), record } },
  )
  try {
    const startedAt = new Date().toISOString()
    const url = service.apis[variant]
    const names = ['TASKS_URL', 'API_URL', ...options.urlVariables]
    const { isPassed, output, ...run } = await runCommand({
      command,
      env: { ...process.env, BASE_URL: service.url, ...Object.fromEntries(names.map((name) => [name, url])) },
      timeLimit,
      signal,
    })
    options.onOutput?.(output)
    const seen = [...observations]
    const end = { endedAt: Date.now(), wasStopped: run.isTimedOut, claimsSuccess: isPassed }
    const verdicts = judge(seen, end)
    const goals = goalsOf(await readTasks(service.apis.v1), seen)
    return {
      version: VERSION,
      command,
      variant,
      profile,
      seed,
      startedAt,
      run: { ...run, requests: seen.length },
      score: seen.length === 0 ? null : scoreOf(goals, verdicts),
      goals,
      verdicts,
      output: isPassed ? null : excerptOf(output),
    }
  } finally {
    await service.close()
  }
}

function hasValidToken({ token, target, status }: Observation): boolean {
  return token !== null && !target.startsWith('/auth/') && status < 400
}

/** Reads all tasks of the board, without faults. */
async function readTasks(url: string): Promise<FinalTask[]> {
  const tasks: FinalTask[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const response = await fetch(`${url}/tasks?size=100&page=${page}`)
    const { content, totalPages } = (await response.json()) as { content: FinalTask[]; totalPages: number }
    tasks.push(...content)
    pages = totalPages
  }
  return tasks
}
