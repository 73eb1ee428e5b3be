import { useCallback, useState } from 'preact/hooks'
import type { Claim } from '../../../src/classroom/claims/schemas.js'
import type { LearnerRequest, LearnerRequestPage } from '../../../src/classroom/exchanges/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import type { Score } from '../../../src/classroom/scores/schemas.js'
import { useStored } from '../../shared/browser/use-stored.js'
import { RequestFailed, send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { ReceivedEvent } from '../../shared/service/read-events.js'
import { useReload } from '../../shared/service/use-reload.js'

/** The number of requests that the page shows. */
export const REQUESTS_MAX = 100

/** The training data of a private board, as learners see it, or with a token its owner. */
export interface Training {
  requests: readonly LearnerRequest[]
  /** When everything was last loaded because much has changed, in milliseconds since the start of the page. */
  since: number
  exercise: Exercise | null
  score: Score | undefined
  /** Whether everything was loaded, or the first load has failed. */
  isSettled: boolean
  /** The owner token. */
  ownerToken: string | undefined
  /** Loads everything. */
  refresh(): Promise<void>
  onEvent(event: ReceivedEvent): void
  /**
   * Shows everything that the owner may see.
   *
   * @param token the owner token, or `undefined` to sign out
   * @throws RequestFailed
   */
  signIn(token: string | undefined): Promise<void>
}

/** Keeps the requests, the exercise and the score of a private board. */
export function useTraining(): Training {
  const [requests, setRequests] = useState<readonly LearnerRequest[]>([])
  const [exercise, setExercise] = useState<Exercise | null>(null)
  const [score, setScore] = useState<Score>()
  const [since, setSince] = useState(0)
  const [isSettled, setSettled] = useState(false)
  const [ownerToken, setOwnerToken] = useStored<string>(`owner ${BASE_PATH}`)

  const loadAll = useCallback(async (token: string | undefined): Promise<void> => {
    const [page, current] = await Promise.all([
      send<LearnerRequestPage>('GET', `${BASE_PATH}/requests?size=${REQUESTS_MAX}`, { token }),
      send<Score>('GET', `${BASE_PATH}/score`, { token }),
    ])
    const hasExercise = current.state !== null
    setExercise(hasExercise ? await send<Exercise>('GET', `${BASE_PATH}/exercise`) : null)
    // Events can be faster than the responses.
    const last = page.content[0]?.number ?? 0
    setRequests((before) => [...before.filter(({ number }) => number > last), ...page.content].slice(0, REQUESTS_MAX))
    setScore(current)
  }, [])

  const refresh = useReload(async () => {
    try {
      await loadAll(ownerToken)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      // The owner token was replaced.
      if (error.status === 401) setOwnerToken(undefined)
    } finally {
      setSettled(true)
    }
  })

  const onEvent = useCallback(
    ({ event, data }: ReceivedEvent) => {
      if (event === 'reload' || event === 'exercise') setSince(performance.now())
      // The events are those for learners.
      if (ownerToken !== undefined || event === 'reload' || event === 'exercise') {
        refresh()
      } else if (event === 'request') {
        setRequests((before) => addRequest(before, data as LearnerRequest))
      } else if (event === 'claim') {
        setRequests((before) => addClaim(before, data as Claim))
      } else if (event === 'score') {
        setScore(data as Score)
      }
    },
    [refresh, ownerToken],
  )

  async function signIn(token: string | undefined): Promise<void> {
    await loadAll(token)
    setOwnerToken(token)
  }

  return { requests, since, exercise, score, isSettled, ownerToken, refresh, onEvent, signIn }
}

/** Adds a request, unless it is known. The first load and the events can overlap. */
function addRequest(requests: readonly LearnerRequest[], request: LearnerRequest): readonly LearnerRequest[] {
  const isKnown = requests.some(({ number }) => number === request.number)
  return isKnown ? requests : [request, ...requests].slice(0, REQUESTS_MAX)
}

/** Adds a claim to its response: the latest one from buggy with its request id, when the claim was made. */
function addClaim(requests: readonly LearnerRequest[], claim: Claim): readonly LearnerRequest[] {
  const index = requests.findIndex(
    ({ requestId, time, path }) =>
      requestId === claim.requestId && time <= claim.time && path.startsWith('/api/buggy/'),
  )
  const request = requests[index]
  if (request === undefined || request.claims.some(({ number }) => number === claim.number)) return requests
  return requests.with(index, { ...request, claims: [...request.claims, claim] })
}
