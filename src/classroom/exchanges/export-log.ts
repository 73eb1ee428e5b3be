import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { DRILL_REQUESTS_MAX } from '../../contract/limits.js'
import type { LoggedEntry } from '../../rules/log/entry.js'
import { SAVED_LOG_VERSION, type SavedLogHeader } from '../../rules/saved-log.js'
import { VERSION } from '../../version.js'
import { challengesIn } from '../challenges/routes.js'

export const NDJSON_TYPE = 'application/x-ndjson'

/** The number of claims in a piece. */
const CLAIMS_AT_ONCE = 100

/**
 * Renders the log of a board as lines of JSON: the header, the requests, and the claims of the exercise
 * (`rules/saved-log.ts`). Other work runs between the pieces, but all pieces show the log at the same moment.
 */
export async function* exportLog(app: FastifyInstance, board: string, edition: string): AsyncGenerator<string> {
  const drill = await app.drills.readBasis(board, await app.store.readState(board))
  // The log then has all requests that the drill has counted, and those that have ended since.
  await app.flushLogs([board])
  const { header, exercise, unlisted, groups, claims } = await app.store.readLog(board)
  if (drill?.isFinished === false && drill.requests < DRILL_REQUESTS_MAX) {
    const ofRun = `"run":"${drill.run}"`
    drill.requests = groups.reduce((sum, { json }) => sum + json.split(ofRun).length - 1, 0)
  }
  yield toLine({
    log: SAVED_LOG_VERSION,
    version: VERSION,
    edition,
    board,
    time: app.now(),
    ...header,
    challenges: challengesIn(app.challenges, exercise).map(({ name }) => name),
    drill,
  } satisfies SavedLogHeader)
  yield unlisted.map(({ json }) => `${json}\n`).join('')
  for (const { id, json } of groups) {
    await setImmediate()
    const requests: LoggedEntry[] = JSON.parse(json)
    yield requests.map((request, index) => toLine({ number: Number(id) + index, ...request })).join('')
  }
  for (let start = 0; start < claims.length; start += CLAIMS_AT_ONCE) {
    await setImmediate()
    const some = claims.slice(start, start + CLAIMS_AT_ONCE)
    yield some.map(({ json }) => `{"claim":${json}}\n`).join('')
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
