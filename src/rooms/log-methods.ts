import { findInSegment, type Segment } from '../rules/expected-vs-actual/segment.js'
import type { LogEntry, LoggedEntry, LogQuery } from '../rules/log/entry.js'
import { type BoardProfile, changeProfile, lastNumber } from './board/profile.js'
import { touchLearner } from './classes/learners.js'
import type { Binder, BoardFork } from './handles.js'
import { recordEffects } from './log/effects.js'
import { findSegment, keepSegment, SEGMENT_KIND, toSegment, trimSegments } from './log/exchanges.js'
import { addToLog, findRequest, keepUnlisted, listRequests, listRequestsAfter, storedLog } from './log/log.js'
import { profileOf } from './room.js'
import type { Storage } from './storage/storage.js'
import { challengeRestarts, countingSteps, recordSteps } from './training/challenges.js'
import { storedClaims, withClaims } from './training/claims.js'
import { countResponses } from './training/responses.js'
import type { FoundRequest } from './training/values.js'

/** Binds the operations of the log of requests. */
export function logMethods({ read, record, withBoard }: Binder, storage: Storage) {
  const { recordOn } = record({ recordOn: recordRequests })
  const { find } = read({
    find(board, requestId: string) {
      const request = findRequest(board, requestId)
      if (request === undefined) return undefined
      return { request: withClaims(board, request), segment: findSegment(board, request.number) }
    },
  })

  return {
    /**
     * Adds requests to the log of a board, and touches the board. Calls for a board must not overlap: their requests would
     * not be in the order of the calls. If the outcome of a call is unknown, a later call with the same entries stores those
     * that are not stored: only this process numbers requests.
     *
     * @param exchangesMax the maximum size of the stored exchanges of the board in bytes. The oldest are deleted.
     */
    async recordRequests(board: string, given: readonly LogEntry[], now: string, exchangesMax = 0): Promise<void> {
      // Calls do not overlap, so this is the number in the write, too.
      const next = await withBoard(board, (handle) => handle.read((view) => lastNumber(view, 'request') + 1))
      const entries = given.filter(({ number = next }) => number >= next)
      const listed = entries.filter(({ isListed }) => isListed !== false)
      for (const entry of entries) entry.number = next
      await recordOn(board, entries, listed, { now, exchangesMax, segment: await toSegment(listed) })
    },
    async findRequest(board: string, requestId: string): Promise<FoundRequest | undefined> {
      const found = await find(board, requestId)
      if (found === undefined) return undefined
      const { request, segment } = found
      const bytes = segment && (await storage.readBlob({ scope: board, kind: SEGMENT_KIND, id: segment.id }))
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

/** What is recorded with requests. */
interface Recorded {
  now: string
  /** The maximum size of the exchanges of a board in bytes. */
  exchangesMax: number
  /** The exchanges of the requests; `undefined` if they have none. */
  segment: Segment | undefined
}

/**
 * Adds requests to the log of a board, with everything that follows from them, and touches the board.
 *
 * @param entries all requests, in the order of their responses
 * @param listed those that belong to the log. The others can only solve challenges.
 */
function recordRequests(
  board: BoardFork,
  entries: readonly LogEntry[],
  listed: readonly LogEntry[],
  { now, exchangesMax, segment }: Recorded,
): void {
  const { usedAt } = board.version.profile as BoardProfile
  changeProfile(board, { usedAt: usedAt > now ? usedAt : now })
  const attemptOf = countResponses(board, listed)
  const hasSteps = countingSteps(board)
  const { defectsNumber } = profileOf(board.room)
  const toLogged = (entry: LogEntry): LoggedEntry => {
    const { time, ordinal, method, route, path, query, status, size, duration, requestId, drawn, changed, drill } =
      entry
    const { effects, challenges } = entry
    const logged: LoggedEntry = {
      time,
      ordinal,
      method,
      route,
      path,
      query,
      status,
      size,
      duration,
      requestId,
      drawn,
      changed,
    }
    logged.attempt = attemptOf(entry)
    if (effects !== undefined) Object.assign(logged, { effects, defectsNumber })
    if (drill !== undefined) logged.drill = drill
    if (challenges !== undefined && hasSteps(entry)) logged.challenges = challenges
    return logged
  }
  const logged = listed.map(toLogged)
  const first = addToLog(board, logged)
  keepUnlisted(board, entries.filter((entry) => entry.isListed === false && hasSteps(entry)).map(toLogged))
  recordSteps(board, entries.filter(hasSteps))
  recordEffects(board, logged, first)
  if (segment !== undefined) keepSegment(board, first, lastNumber(board, 'request'), segment)
  trimSegments(board, exchangesMax)
  touchLearner(board, listed.at(-1)?.time)
}
