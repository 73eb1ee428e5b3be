import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { BoardNotFound } from '../contract/errors.js'
import type { BoardState } from '../rooms/state.js'
import { type Exercise, type ExerciseState, stateOf } from '../rooms/training/exercise-settings.js'
import { showRequests } from './learner-requests.js'
import { readScore, showClaim, showExercise, viewOf } from './show.js'
import { showSolved } from './show-challenges.js'
import { showDrillProgress } from './show-drill.js'
import { type EventSource, type ServerEvent, unlessGone } from './streams.js'

/** The maximum number of requests or claims that a round sends. If there are more, clients load them from the API. */
const BATCH = 100

/** The position of a stream. The stream has sent everything up to it. */
interface Position {
  revision: number
  request: number
  claim: number
  /** The number of hints that were taken. */
  hints: number
  /** The number of the challenge that was solved last. */
  challenge: number
  /** How often the solved challenges were deleted. */
  restarts: number
  /** The exercise, and its state, because an exercise also changes with time; `undefined` before the first events. */
  exercise: Exercise | null | undefined
  state: ExerciseState | null
  /** How far the drill is, as JSON. */
  drill: string
}

function isSameExercise(one: Position, other: Position): boolean {
  return one.state === other.state && isDeepStrictEqual(one.exercise, other.exercise)
}

/**
 * Creates the event sources for board streams.
 *
 * @param isExpired whether a board has expired
 */
export function boardEvents(app: FastifyInstance, isExpired: (state: BoardState) => boolean) {
  async function eventsSince(
    board: string,
    from: Position,
    state: BoardState,
  ): Promise<{ position: Position; events: ServerEvent[] }> {
    const now = app.now()
    const position = positionOf(board, state, now)
    const { exercise } = state
    const view = viewOf(exercise, now, false)
    // A list with more than `BATCH` elements may be incomplete.
    const [requests, claims] = await Promise.all([
      position.request > from.request ? app.store.listRequestsAfter(board, from.request, BATCH + 1) : [],
      position.claim > from.claim ? app.store.listClaimsAfter(board, from.claim, BATCH + 1) : [],
    ])
    const events: ServerEvent[] = []
    let { request, claim } = from
    const add = (event: string, data: unknown) => events.push({ event, id: `${request}.${claim}`, data })

    if (!isSameExercise(position, from)) add('exercise', exercise === null ? null : showExercise(exercise, now, false))
    const isTooMany = requests.length > BATCH || claims.length > BATCH
    if (!isTooMany) {
      for (const shown of await showRequests(app.store, board, requests, view)) {
        request = shown.number
        add('request', shown)
      }
      for (const made of claims) {
        claim = made.number
        add('claim', showClaim(made, view))
      }
    }
    const solved = await solvedSince(board, from, position, state)
    if (solved !== undefined) add('challenges', solved)
    // The lists can be newer than the state, and rows that the state counts may have been deleted.
    request = Math.max(position.request, requests.at(-1)?.number ?? 0)
    claim = Math.max(position.claim, claims.at(-1)?.number ?? 0)
    if (isTooMany) add('reload', {})
    if (position.revision !== from.revision) add('board', { revision: position.revision, frozen: state.isFrozen })
    if (events.length > 0 || position.hints !== from.hints) add('score', await readScore(app, board, now, false))
    const drill = app.drills.progressOf(board, state)
    if (drill !== undefined && position.drill !== from.drill) add('drill', showDrillProgress(drill, view))
    return { position: { ...position, request, claim }, events }
  }

  /** Returns the solved challenges, unless the client sees the same ones as before. */
  async function solvedSince(board: string, from: Position, position: Position, { exercise }: BoardState) {
    const isSame = position.challenge === from.challenge
    const isRestarted = position.restarts !== from.restarts || !isSameExercise(position, from)
    if (isSame && !isRestarted) return undefined
    const solved = await app.store.listSolved(board)
    const viewer = { exercise, now: app.now(), isOwner: false }
    const added = solved.filter(({ number }) => number > from.challenge)
    // A hidden challenge must not cause an event.
    const isShown = isRestarted || showSolved(app.challenges, added, viewer).solved.length > 0
    return isShown ? showSolved(app.challenges, solved, viewer) : undefined
  }

  function positionOf(board: string, state: BoardState, now: string): Position {
    const { revision, lastRequest, lastClaim, hintsTaken, exercise, lastChallenge, challengeRestarts } = state
    return {
      revision,
      request: lastRequest,
      claim: lastClaim,
      hints: hintsTaken,
      challenge: lastChallenge,
      restarts: challengeRestarts,
      exercise,
      state: exercise && stateOf(exercise, now),
      drill: JSON.stringify(app.drills.progressOf(board, state) ?? null),
    }
  }

  /**
   * Returns the event source for a stream. A new stream sends only changes from now on. A stream that continues sends the
   * requests and claims that the client has missed, and the current exercise and score.
   *
   * @param lastEventId the id of the last event that the client has received, if it reconnects
   */
  return async (board: string, lastEventId: string | undefined): Promise<EventSource> => {
    let state = await app.store.readState(board)
    const current = positionOf(board, state, app.now())
    const [, request, claim] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastEventId ?? '') ?? []
    let position =
      request === undefined
        ? current
        : {
            revision: 0,
            request: Math.min(Number(request), current.request),
            claim: Math.min(Number(claim), current.claim),
            hints: current.hints,
            challenge: 0,
            restarts: -1,
            exercise: undefined,
            state: null,
            drill: '',
          }
    return {
      ids: [...new Set([board, state.classId ?? board])],
      isDue: () => isExpired(state) || (state.exercise && stateOf(state.exercise, app.now())) !== position.state,
      async next() {
        const found = await unlessGone(app.store.readState(board), BoardNotFound)
        if (found === undefined || isExpired(found)) return undefined
        state = found
        const read = await eventsSince(board, position, state)
        position = read.position
        return read.events
      },
    }
  }
}
