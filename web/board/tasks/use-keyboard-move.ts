import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { board as texts } from '../../texts/en/board.js'
import { findPlace, moveTask, type Place, stepOf } from './move.js'
import type { Columns } from './use-tasks.js'

interface Moving {
  id: number
  place: Place
}

interface KeyboardMoveOptions {
  columns: Columns | undefined
  isFrozen: boolean
  /** Moves a task. Returns whether it has moved. */
  onMove(id: number, place: Place): Promise<boolean>
  announce(text: string): void
}

/**
 * Moves a task with the keyboard: Space or Enter picks it up and drops it, arrow keys move it, and Escape cancels. Screen
 * readers announce each step.
 */
export function useKeyboardMove(options: KeyboardMoveOptions) {
  const [moving, setMoving] = useState<Moving>()
  const latest = useRef({ ...options, moving })
  latest.current = { ...options, moving }

  // A task that has moved to another column is a new element.
  const handled = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (moving !== undefined) handled.current = moving.id
    document.querySelector<HTMLElement>(`[data-task-id="${handled.current}"] .handle`)?.focus()
    if (moving === undefined) handled.current = undefined
  }, [moving])

  const cancel = useCallback(() => {
    setMoving(undefined)
    latest.current.announce(texts.move.cancelled)
  }, [])

  const leave = useCallback(() => {
    // The focus stays where the user has moved it.
    handled.current = undefined
    cancel()
  }, [cancel])

  // Another client can delete the task, and a search can hide it.
  const { columns, isFrozen } = options
  const isGone = moving !== undefined && columns !== undefined && findPlace(columns, moving.id) === undefined
  const hasToStop = isGone || (moving !== undefined && isFrozen)
  useLayoutEffect(() => {
    if (hasToStop) cancel()
  }, [hasToStop, cancel])

  const onMoveKey = useCallback(
    (id: number, event: KeyboardEvent) => {
      const { columns, moving, isFrozen, onMove, announce } = latest.current
      if (event.key === 'Escape') {
        if (moving !== undefined) cancel()
        return
      }
      const place = columns && findPlace(columns, id)
      if (columns === undefined || place === undefined) return
      // The handle of a moving task can lose the focus without the end of the move, for example to another window.
      const current = moving?.id === id ? moving : undefined
      const isConfirmation = event.key === ' ' || event.key === 'Enter'
      if (current === undefined) {
        if (!isConfirmation) return
        event.preventDefault()
        if (isFrozen) return announce(texts.frozen)
        setMoving({ id, place })
        announce(texts.move.start(describe(columns, place)))
        return
      }
      const shown = moveTask(columns, id, current.place)
      if (isConfirmation) {
        event.preventDefault()
        setMoving(undefined)
        const dropped = texts.move.dropped(describe(shown, current.place))
        onMove(id, current.place).then((hasMoved) => announce(hasMoved ? dropped : texts.move.failed))
        return
      }
      const next = stepOf(event.key, shown, current.place)
      if (next === undefined) return
      event.preventDefault()
      setMoving({ id, place: next })
      announce(describe(moveTask(columns, id, next), next))
    },
    [cancel],
  )

  return { moving, onMoveKey, onMoveEnd: leave }
}

function describe(columns: Columns, { status, index }: Place): string {
  return texts.move.place(texts.statuses[status], index + 1, columns[status].tasks.length)
}
