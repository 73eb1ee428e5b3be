import { useCallback, useLayoutEffect, useState } from 'preact/hooks'
import { isFocusLost } from '../../shared/browser/focus.js'
import { board as texts } from '../../texts/en/board.js'
import { findPlace } from './move.js'
import type { Task } from './task.js'
import { findCard, focusCard } from './use-card-focus.js'
import type { Columns } from './use-tasks.js'

/**
 * Shows the user where a new task is: as soon as it is in its column, it scrolls into view, gets the focus, and is announced.
 *
 * @returns a function that takes a task that the user has created
 */
export function useReveal(columns: Columns | undefined, announce: (text: string) => void): (task: Task) => void {
  const [created, setCreated] = useState<Task>()
  useLayoutEffect(() => {
    const place = created && columns && findPlace(columns, created.id)
    if (columns === undefined || created === undefined || place === undefined) return
    setCreated(undefined)
    // The user has gone on meanwhile.
    if (!isFocusLost() && document.activeElement?.id !== 'new-task') return
    const card = findCard(created.id)
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    focusCard(card, '.task-title', { preventScroll: true })
    card?.scrollIntoView({ block: 'center', behavior: isReduced ? 'instant' : 'smooth' })
    const count = columns[place.status].tasks.length
    const where = texts.move.place(texts.statuses[place.status], place.index + 1, count)
    announce(texts.createdAt(String(created.title), where))
  }, [columns, created])

  return useCallback(
    (task: Task) => {
      // Filters can hide the task.
      announce(texts.created(String(task.title)))
      setCreated(task)
    },
    [announce],
  )
}
