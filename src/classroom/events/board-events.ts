import type { FastifyInstance } from 'fastify'
import { BoardNotFound } from '../../contract/errors.js'
import type { BoardState } from '../../rooms/state.js'
import { type ExerciseState, stateOf } from '../../rooms/training/exercise-settings.js'
import { showSolved } from '../challenges/routes.js'
import { showClaim } from '../claims/routes.js'
import { showDrillProgress } from '../drills/routes.js'
import { showRequests } from '../exchanges/show.js'
import { showExercise } from '../exercises/routes.js'
import { readScore } from '../scores/routes.js'
import { viewOf } from '../view.js'
import { type EventSource, type ServerEvent, unlessGone } from './streams.js'

/** The maximum number of requests or claims that a round sends. If there are more, clients load them from the API. */
const BATCH = 100

/** What a stream sends whenever it has changed, as JSON. */
type Parts = Partial<Record<'exercise' | 'challenges' | 'board' | 'drill' | 'score', string | undefined>>

/**
 * Creates the event sources for board streams.
 *
 * @param isExpired whether a board has expired
 */
export function boardEvents(app: FastifyInstance, isExpired: (state: BoardState) => boolean) {
  /** Returns what a stream sends whenever it has changed, as JSON, besides `readTotals`. */
  function readParts(board: string, state: BoardState) {
    const { exercise, revision, frozen } = state
    const progress = app.drills.progressOf(board, state)
    return {
      board: JSON.stringify({ revision, frozen }),
      drill: JSON.stringify(progress && showDrillProgress(progress, viewOf(exercise, app.now(), false))),
    }
  }

  /** Returns what a stream sends if the score or the exercise has changed, as JSON. */
  async function readTotals(board: string, { exercise }: BoardState) {
    const now = app.now()
    const solved = await app.store.listSolved(board)
    return {
      exercise: JSON.stringify(exercise && showExercise(exercise, now, false)),
      challenges: JSON.stringify(showSolved(app.challenges, solved, exercise, now)),
      score: await readScoreOf(board),
    }
  }

  const readScoreOf = async (board: string) => JSON.stringify(await readScore(app, board, app.now(), false))

  /** Returns what `readTotals` depends on, besides the score. */
  const settingsOf = (state: BoardState): unknown[] => [
    state.exercise,
    exerciseStateOf(state),
    Object.keys(state.defects ?? {}).join(),
    state.lastChallenge,
    state.challengeRestarts,
  ]

  /** An exercise also changes with time. */
  function exerciseStateOf({ exercise }: BoardState): ExerciseState | null {
    return exercise && stateOf(exercise, app.now())
  }

  /**
   * Returns the event source for a stream. A new stream sends only changes from now on. A stream that continues sends the
   * requests and claims that the client has missed, and all else as it is now.
   *
   * @param lastEventId the id of the last event that the client has received, if it reconnects
   */
  return async (board: string, lastEventId: string | undefined): Promise<EventSource> => {
    let state = await app.store.readState(board)
    const [id, lastRequest, lastClaim] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastEventId ?? '') ?? []
    /** The numbers of the last request and the last claim that the stream has sent. */
    let request = Math.min(Number(lastRequest ?? state.lastRequest), state.lastRequest)
    let claim = Math.min(Number(lastClaim ?? state.lastClaim), state.lastClaim)
    let totals = await readTotals(board, state)
    let basis = { settings: settingsOf(state), score: state.score }
    /** The parts that the client knows. */
    let known: Parts = id === undefined ? { ...totals, ...readParts(board, state) } : {}

    async function next(): Promise<ServerEvent[] | undefined> {
      const found = await unlessGone(app.store.readState(board), BoardNotFound)
      if (found === undefined || isExpired(found)) return undefined
      state = found
      const settings = settingsOf(found)
      if (settings.some((value, index) => value !== basis.settings[index])) totals = await readTotals(board, found)
      else if (found.score !== basis.score) totals = { ...totals, score: await readScoreOf(board) }
      basis = { settings, score: found.score }
      const view = viewOf(found.exercise, app.now(), false)
      // A list with more than `BATCH` elements may be incomplete.
      const requests = found.lastRequest > request ? await app.store.listRequestsAfter(board, request, BATCH + 1) : []
      const claims = found.lastClaim > claim ? await app.store.listClaimsAfter(board, claim, BATCH + 1) : []
      const isTooMany = requests.length > BATCH || claims.length > BATCH
      const shown = isTooMany ? [] : showRequests(requests, view)
      const parts: Parts = { ...totals, ...readParts(board, found) }

      const events: ServerEvent[] = []
      const add = (event: string, data: string) => events.push({ event, id: `${request}.${claim}`, data })
      const addChanged = (name: keyof Parts) => {
        const json = parts[name]
        if (json !== undefined && json !== known[name]) add(name, json)
      }
      addChanged('exercise')
      for (const one of shown) {
        request = one.number
        add('request', JSON.stringify(one))
      }
      for (const one of isTooMany ? [] : claims) {
        claim = one.number
        add('claim', JSON.stringify(showClaim(one, view)))
      }
      // The lists can be newer than the state, and rows that the state counts may have been deleted.
      request = Math.max(found.lastRequest, requests.at(-1)?.number ?? 0)
      claim = Math.max(found.lastClaim, claims.at(-1)?.number ?? 0)
      if (isTooMany) add('reload', '{}')
      for (const name of ['challenges', 'board', 'drill'] as const) addChanged(name)
      if (events.length > 0 || parts.score !== known.score) add('score', totals.score)
      known = parts
      return events
    }

    return {
      id: board,
      // The stream of a board need not know what happens on the others of its class.
      classId: state.classId ?? undefined,
      isDue: () => isExpired(state) || !basis.settings.includes(exerciseStateOf(state)),
      next,
    }
  }
}
