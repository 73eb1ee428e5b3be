/** Drags cards. The page loads this file after it is shown first. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import type { Status } from '../../../src/contract/schemas/enumerations.js'
import type { Place } from './move.js'
import type { Columns } from './use-tasks.js'

/** A task that the user moves, and the place at which it would be dropped. */
export interface Moving {
  id: number
  place: Place
}

/** Lets users drag a card, and drop other cards next to it. Returns a function that ends this. */
export function dragCard(element: HTMLElement, id: number) {
  return combine(
    draggable({ element, getInitialData: () => ({ id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.id !== id,
      getData: ({ input }) => attachClosestEdge({ id }, { element, input, allowedEdges: ['top', 'bottom'] }),
    }),
  )
}

/** Lets users drop cards in a column. Returns a function that ends this. */
export function dropInColumn(element: HTMLElement, status: Status, setOver: (isOver: boolean) => void) {
  return dropTargetForElements({
    element,
    getData: () => ({ status }),
    onDragEnter: () => setOver(true),
    onDragLeave: () => setOver(false),
    onDrop: () => setOver(false),
  })
}

/**
 * Follows the card that the user drags.
 *
 * @param onDrag called with the place below the pointer; `undefined` if there is none, and after a drop
 * @param onDrop called with the place of a drop
 * @returns a function that ends this
 */
export function watchDragging(
  columns: Columns,
  onDrag: (moving: Moving | undefined) => void,
  onDrop: (moving: Moving) => void,
) {
  type Dragging = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrag']>>[0]
  function find({ source, location }: Dragging): Moving | undefined {
    const id = source.data.id as number
    const place = findDropPlace(columns, id, location.current.dropTargets)
    return place && { id, place }
  }
  return monitorForElements({
    onDrag: (dragging) => onDrag(find(dragging)),
    onDrop: (dropped) => {
      onDrag(undefined)
      const found = find(dropped)
      if (found !== undefined) onDrop(found)
    },
  })
}

/** Returns the place of a drop: next to a task, or at the end of a column. The innermost target comes first. */
function findDropPlace(
  columns: Columns,
  id: number,
  targets: readonly { data: Record<string | symbol, unknown> }[],
): Place | undefined {
  const status = targets.at(-1)?.data.status as Status | undefined
  if (status === undefined) return undefined
  const others = columns[status].tasks.filter((task) => task.id !== id)
  const card = targets.find(({ data }) => data.id !== undefined)
  const index = others.findIndex((task) => task.id === card?.data.id)
  if (index === -1) return { status, index: others.length }
  return { status, index: card && extractClosestEdge(card.data) === 'bottom' ? index + 1 : index }
}
