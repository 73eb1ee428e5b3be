import { createScript, DRILL_DELAY } from '../../app/drills.js'
import { startService } from '../../app/library/start.js'
import type { FinalTask } from '../../rules/client-habits/goals.js'
import { judgeDrill } from '../../rules/client-habits/judge-drill.js'
import type { Observation } from '../../rules/client-habits/observation.js'
import type { DrillBoard, DrillOptions } from './types.js'

/** The lifetime of access tokens in seconds. The clock of the service goes on by it after some requests. */
const TOKEN_TTL = 60

/** The number of requests with a valid token after which all access tokens expire. */
const REQUESTS_PER_TOKEN = 12

/** Starts a service in this process, whose default board has the faults of a drill, or tokens that expire. */
export async function startBoard({ variant, profile, seed, delay = DRILL_DELAY }: DrillOptions): Promise<DrillBoard> {
  const observations: Observation[] = []
  /** The number of requests with a valid token. */
  let used = 0
  let ahead = 0
  const record = (request: Observation) => {
    observations.push(request)
    if (hasValidToken(request) && ++used % REQUESTS_PER_TOKEN === 0) ahead += TOKEN_TTL * 1000
    return undefined
  }
  const service = await startService(
    {
      settings: { BOARD_EXCHANGES: 0 },
      accessTokenTtl: TOKEN_TTL,
      ...(variant === 'v2' && { clock: () => Date.now() + ahead }),
    },
    { drill: { seed, delay, faultsOf: createScript(profile, seed), record } },
  )
  return {
    url: service.url,
    apiUrl: service.apis[variant],
    async finish({ claimsSuccess, wasStopped }) {
      const seen = [...observations]
      const end = { endedAt: performance.now(), wasStopped, claimsSuccess }
      const tasks = await readTasks(service.apis.v1)
      return { requests: seen.length, ...judgeDrill(seen, seen.length, { end, tasks }) }
    },
    close: () => service.close(),
  }
}

function hasValidToken({ token, target, status }: Observation): boolean {
  return token !== null && !target.startsWith('/auth/') && status < 400
}

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
