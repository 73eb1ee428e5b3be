import { useCallback, useRef } from 'preact/hooks'
import type { UserActions } from '../service/use-actions.js'
import type { Attempt } from '../service/use-attempt.js'
import { moveTask, type Place, targetIndexOf } from './move.js'
import type { Columns, Tasks } from './use-tasks.js'

interface MoveTools extends Pick<UserActions, 'act'>, Pick<Attempt, 'attempt'>, Pick<Tasks, 'refresh' | 'setColumns'> {}

/**
 * Returns a function that moves a task, shows it at its place at once, and resolves with whether the service has moved it.
 *
 * @param columns the columns that the page shows
 */
export function useMove(columns: Columns | undefined, { act, attempt, refresh, setColumns }: MoveTools) {
  const latest = useRef(columns)
  latest.current = columns
  return useCallback(
    async (id: number, place: Place) => {
      const shown = latest.current
      if (shown === undefined) return false
      const json = { targetStatus: place.status, targetIndex: targetIndexOf(shown, id, place) }
      setColumns(moveTask(shown, id, place))
      const isMoved = await attempt(() => act('POST', `/tasks/${id}/reorder`, json))
      await refresh()
      return isMoved
    },
    [act, attempt, refresh, setColumns],
  )
}
