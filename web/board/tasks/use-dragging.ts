import { useEffect, useState } from 'preact/hooks'
import type { Moving } from './dragging.js'
import type { Place } from './move.js'
import type { Columns } from './use-tasks.js'

/** The functions that drag and drop cards. */
export type Dragging = typeof import('./dragging.js')

/**
 * Loads the functions that drag and drop cards. If that fails, they are loaded again with the next columns. Until then, users move
 * tasks with the keyboard and with the form.
 *
 * @returns the functions, `undefined` until they are loaded, and the task that the user drags, while it is over a place
 */
export function useDragging(columns: Columns | undefined, onMove: (id: number, place: Place) => void) {
  const [dragging, setDragging] = useState<Dragging>()
  const [dragged, setDragged] = useState<Moving>()
  useEffect(() => {
    if (dragging !== undefined) return
    import('./dragging.js').then(setDragging, () => undefined)
  }, [columns])
  useEffect(() => {
    if (columns === undefined) return
    return dragging?.watchDragging(
      columns,
      (moving) => setDragged((before) => (JSON.stringify(before) === JSON.stringify(moving) ? before : moving)),
      ({ id, place }) => onMove(id, place),
    )
  }, [dragging, columns, onMove])
  return { dragging, dragged }
}
