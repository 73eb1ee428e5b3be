import { useEffect, useState } from 'preact/hooks'
import type { Drill } from '../../../src/classroom/drills/schemas.js'
import { RequestFailed, send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { ReceivedEvent } from '../../shared/service/read-events.js'
import { useReload } from '../../shared/service/use-reload.js'
import type { Training } from '../service/use-training.js'

/** The drill of a private board. */
export interface BoardDrill {
  /** `undefined` until it is loaded, and if the exercise has none. */
  drill: Drill | undefined
  /** Loads the drill, if the exercise has one. */
  refresh(): Promise<void>
  onEvent(event: ReceivedEvent): void
  /**
   * Starts a new run on an empty board.
   *
   * @throws RequestFailed
   */
  start(): Promise<void>
  /**
   * Finishes the run.
   *
   * @param success whether the client says that everything is done
   * @throws RequestFailed
   */
  finish(success: boolean): Promise<void>
}

/** Keeps the drill of a private board. */
export function useDrill({ exercise, ownerToken: token }: Pick<Training, 'exercise' | 'ownerToken'>): BoardDrill {
  const [drill, setDrill] = useState<Drill>()
  const settings = exercise?.drill
  /** What another drill, or another view of it, has different. */
  const key = settings && `${exercise?.state} ${exercise?.startsAt} ${settings.profile} ${settings.seed}`

  const refresh = useReload(async () => {
    if (key === undefined) return setDrill(undefined)
    try {
      setDrill(await send<Drill>('GET', `${BASE_PATH}/drill`, { token }))
    } catch (error) {
      // The next event tries again.
      if (!(error instanceof RequestFailed)) throw error
    }
  })
  useEffect(() => void refresh(), [key, token, exercise?.feedback])

  function onEvent({ event, data }: ReceivedEvent): void {
    if (event !== 'drill') return
    const progress = data as Pick<Drill, 'state' | 'requests'>
    // The goals and the verdicts of a run that has not finished can still change.
    if (progress.state === 'finished') refresh()
    else setDrill((before) => before && { ...before, ...progress, goals: [], verdicts: [] })
  }
  const post = async (path: string, json?: object) =>
    setDrill(await send<Drill>('POST', `${BASE_PATH}/drill/${path}`, { token, json }))
  return { drill, refresh, onEvent, start: () => post('start'), finish: (success) => post('finish', { success }) }
}
