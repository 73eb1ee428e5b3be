import { findInSegment } from '../rules/expected-vs-actual/segment.js'
import type { LogEntry, LoggedEntry, LogQuery } from '../rules/log/entry.js'
import { type BoardProfile, changeProfile, lastNumber } from './board/profile.js'
import { touchLearner } from './classes/learners.js'
import type { Binder, BoardFork } from './handles.js'
import { recordEffects } from './log/effects.js'
import { findSegment, keepSegment, SEGMENT } from './log/exchanges.js'
import { addToLog, findRequest, keepUnlisted, listRequests, listRequestsAfter, storedLog } from './log/log.js'
import { profileOf } from './room.js'
import type { Storage } from './storage/storage.js'
import { begunIn, challengeRestarts, countingSteps, recordSteps } from './training/challenges.js'
import { storedClaims, withClaims } from './training/claims.js'
import { countResponses } from './training/responses.js'

/** Binds the operations of the log of requests. */
export function logMethods({ read, record }: Binder, storage: Storage) {
  const { find } = read({
    find(board, requestId: string) {
      const request = findRequest(board, requestId)
      if (request === undefined) return undefined
      return { request: withClaims(board, request), segment: findSegment(board, request.number) }
    },
  })

  return {
    ...record({ recordRequests }),
    /** Returns a request with its exchange, or `undefined` if it is no longer recorded. */
    async findRequest(board: string, requestId: string) {
      const found = await find(board, requestId)
      if (found === undefined) return undefined
      const { request, segment } = found
      const bytes = segment && (await storage.readBlob({ scope: board, kind: SEGMENT.name, id: segment.id }))
      return { request, exchange: segment && bytes && (await findInSegment({ ...segment, bytes }, segment.place)) }
    },
    ...read({
      /** Returns the log of a board with its claims, as they are stored, and what decides which of them count. */
      readLog(board) {
        const { defectsNumber, exercise } = profileOf(board.room)
        const lastRequest = lastNumber(board, 'request')
        const { unlisted, groups } = storedLog(board)
        const claims = storedClaims(board)
        const header = {
          unlisted: unlisted.length,
          firstRequest: Number(groups[0]?.id ?? lastRequest + 1),
          lastRequest,
          claims: claims.length,
          restarts: challengeRestarts(board),
          defectsNumber,
        }
        return { header, exercise, unlisted, groups, claims }
      },
      listRequests(board, query: LogQuery) {
        const { requests, total } = listRequests(board, query)
        return { requests: requests.map((request) => withClaims(board, request)), total }
      },
      listRequestsAfter: (board, number: number, max: number) =>
        listRequestsAfter(board, number, max).map((request) => withClaims(board, request)),
    }),
  }
}

/**
 * Adds requests to the log of a board, with everything that follows from them, and touches the board. Calls for a board must
 * not overlap: their requests would not be in the order of the calls. If the outcome of a call is unknown, a later call with
 * the same requests stores those that are not stored: only this process numbers requests.
 *
 * @param given requests in the order of their responses
 * @param exchangesMax the maximum size of the stored exchanges of the board in bytes. The oldest are deleted.
 */
function recordRequests(board: BoardFork, given: readonly LogEntry[], now: string, exchangesMax = 0): void {
  const { usedAt } = board.version.profile as BoardProfile
  changeProfile(board, { usedAt: usedAt > now ? usedAt : now })
  const next = lastNumber(board, 'request') + 1
  const entries = given.filter(({ triedFrom = next }) => triedFrom >= next)
  for (const entry of entries) entry.triedFrom = next
  const listed = entries.filter(({ isListed }) => isListed !== false)
  const attemptOf = countResponses(board, listed)
  const hasSteps = countingSteps(board)
  const { defectsNumber } = profileOf(board.room)
  // An object with the same properties for all entries is faster than a copy without some.
  const toLogged = (entry: LogEntry): LoggedEntry => ({
    time: entry.time,
    ordinal: entry.ordinal,
    method: entry.method,
    route: entry.route,
    path: entry.path,
    query: entry.query,
    status: entry.status,
    size: entry.size,
    duration: entry.duration,
    requestId: entry.requestId,
    drawn: entry.drawn,
    changed: entry.changed,
    attempt: attemptOf(entry),
    effects: entry.effects,
    defectsNumber: entry.effects && defectsNumber,
    drill: entry.drill,
    challenges: hasSteps(entry) ? entry.challenges : undefined,
  })
  const logged = listed.map(toLogged)
  const begun = begunIn(board)
  const first = addToLog(board, logged)
  const steps = entries.filter(hasSteps)
  keepUnlisted(board, steps.filter((entry) => entry.isListed === false).map(toLogged))
  recordSteps(board, steps, begun)
  recordEffects(board, logged, first)
  keepSegment(board, first, listed, exchangesMax)
  touchLearner(board, listed.at(-1)?.time)
}
