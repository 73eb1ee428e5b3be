import { useRef, useState } from 'preact/hooks'
import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import { RequestFailed, send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { ReceivedEvent } from '../../shared/service/read-events.js'
import { useReload } from '../../shared/service/use-reload.js'

export type Challenge = ChallengeList['challenges'][number]

/** The challenges of a private board. */
export interface Challenges {
  /** `undefined` until they are loaded. */
  list: ChallengeList | undefined
  /** Whether an event says that the list may have changed, and the new one is not loaded yet. */
  isLoading: boolean
  /** The challenges that were solved while the page was open, until the page has shown them. */
  solved: readonly Challenge[]
  /** Forgets the challenges in `solved`. */
  clearSolved(): void
  /** Loads everything. */
  refresh(): Promise<void>
  onEvent(event: ReceivedEvent): void
}

/** The events after which the list can differ. */
const CHANGES = new Set(['challenges', 'exercise', 'reload'])

/**
 * Keeps the challenges of a private board.
 *
 * @param ownerToken the owner token. The owner sees all challenges, whose changes cause no events of their own.
 */
export function useChallenges(ownerToken: string | undefined): Challenges {
  const [list, setList] = useState<ChallengeList>()
  const [isLoading, setLoading] = useState(false)
  const [solved, setSolved] = useState<readonly Challenge[]>([])
  const before = useRef<ChallengeList>(undefined)

  const refresh = useReload(async () => {
    setLoading(true)
    try {
      const next = await send<ChallengeList>('GET', `${BASE_PATH}/challenges`, { token: ownerToken })
      const added = newlySolved(before.current, next)
      before.current = next
      setList(next)
      if (added.length > 0) setSolved(added)
    } catch (error) {
      // The next event tries again.
      if (!(error instanceof RequestFailed)) throw error
    } finally {
      setLoading(false)
    }
  })

  function onEvent({ event }: ReceivedEvent): void {
    if (CHANGES.has(event) || (ownerToken !== undefined && event === 'score')) refresh()
  }
  return { list, isLoading, solved, clearSolved: () => setSolved([]), refresh, onEvent }
}

/** Returns the challenges that were open before, and are solved now. What was hidden before is not new. */
function newlySolved(before: ChallengeList | undefined, now: ChallengeList): readonly Challenge[] {
  const open = new Set(before?.challenges.filter(({ solved }) => solved === false).map(({ name }) => name))
  return now.challenges.filter(({ name, solved }) => solved === true && open.has(name))
}
