import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type ComponentChildren, toChildArray } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { STATUSES, type Status } from '../../src/contract/schemas/enumerations.js'
import type { TaskSummary } from '../../src/contract/schemas/task.js'
import { board as texts } from '../texts/en/board.js'
import { moveTask, type Place } from './move.js'
import { TaskCard } from './task-card.js'
import { useCardFocus } from './use-card-focus.js'
import { useKeyboardMove } from './use-keyboard-move.js'
import type { Column as ColumnData, Columns as ColumnsData } from './use-tasks.js'
import { useToday } from './use-today.js'

interface ColumnsProps {
  columns: ColumnsData | undefined
  summary: TaskSummary | undefined
  /** Whether the columns show only the tasks that match filters. */
  isFiltered: boolean
  /** Whether the edition has an operation that moves tasks. */
  canMove: boolean
  isFrozen: boolean
  onMove(id: number, place: Place): Promise<boolean>
  onOpen(id: number): void
  onShowMore(status: Status): void
  announce(text: string): void
}

const COUNTS = { TODO: 'todoTasks', IN_PROGRESS: 'inProgressTasks', DONE: 'doneTasks' } as const

/** The columns of the board. */
export function Columns(props: ColumnsProps) {
  const { columns, summary, isFiltered, canMove, isFrozen, onMove, onOpen, onShowMore, announce } = props
  const { moving, onMoveKey, onMoveEnd } = useKeyboardMove({ columns, isFrozen, onMove, announce })
  const dragged = useDrop(columns, onMove)
  const today = useToday()
  useCardFocus()
  const shown = columns && moving ? moveTask(columns, moving.id, moving.place) : columns
  return (
    <div class="columns">
      {STATUSES.map((status) => (
        <Column
          key={status}
          status={status}
          column={shown?.[status]}
          total={summary?.[COUNTS[status]]}
          isFiltered={isFiltered}
          insertion={insertionOf(status, shown, moving ?? dragged)}
          onShowMore={onShowMore}
        >
          {shown?.[status].tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              canMove={canMove}
              isFrozen={isFrozen}
              today={today}
              isMoving={task.id === moving?.id}
              onOpen={onOpen}
              onMoveKey={onMoveKey}
              onMoveEnd={onMoveEnd}
            />
          ))}
        </Column>
      ))}
    </div>
  )
}

interface ColumnProps {
  status: Status
  column: ColumnData | undefined
  total: number | undefined
  isFiltered: boolean
  /** The index at which a task that is being moved would be inserted. */
  insertion: number | undefined
  onShowMore(status: Status): void
  children: ComponentChildren
}

function Column({ status, column, total, isFiltered, insertion, onShowMore, children }: ColumnProps) {
  const cards = toChildArray(children)
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ status }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [status])
  const left = column ? column.total - column.tasks.length : 0
  return (
    <section
      ref={element}
      class={`column ${isOver ? 'over' : ''}`}
      aria-labelledby={`column-${status}`}
      data-testid={`column-${status}`}
      aria-busy={column === undefined}
    >
      <h2 id={`column-${status}`}>
        {texts.statuses[status]}{' '}
        <span class="count" data-testid="column-count">
          {isFiltered && column && total !== undefined ? texts.matching(column.total, total) : (total ?? ' ')}
        </span>
      </h2>
      {column === undefined && <p class="hint">{texts.loading}</p>}
      <ul class="tasks">
        {insertion === undefined
          ? cards
          : cards.toSpliced(
              insertion,
              0,
              <li key="insertion" class="insertion" aria-hidden="true" data-testid="insertion" />,
            )}
      </ul>
      {column?.tasks.length === 0 && (
        <p class="hint empty">{isFiltered ? texts.emptyMatch : texts.emptyColumn[status]}</p>
      )}
      {left > 0 && (
        <button type="button" class="quiet" onClick={() => onShowMore(status)} data-testid="show-more">
          {texts.showMore(left)}
        </button>
      )}
    </section>
  )
}

/** A task that the user moves, and the place at which it would be dropped. */
interface Moving {
  id: number
  place: Place
}

/**
 * Moves a task that the user drags.
 *
 * @returns the task while it is over a place
 */
function useDrop(columns: ColumnsData | undefined, onMove: ColumnsProps['onMove']): Moving | undefined {
  const [dragged, setDragged] = useState<Moving>()
  useEffect(() => {
    type Dragging = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrag']>>[0]
    function find({ source, location }: Dragging): Moving | undefined {
      const id = source.data.id as number
      const place = columns && findDropPlace(columns, id, location.current.dropTargets)
      return place && { id, place }
    }
    return monitorForElements({
      onDrag: (dragging) => {
        const found = find(dragging)
        setDragged((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
      },
      onDrop: (dropped) => {
        setDragged(undefined)
        const found = find(dropped)
        if (found !== undefined) onMove(found.id, found.place)
      },
    })
  }, [columns, onMove])
  return dragged
}

/** Returns the index of the card of a column before which a task would be inserted. */
function insertionOf(status: Status, shown: ColumnsData | undefined, moving: Moving | undefined): number | undefined {
  if (shown === undefined || moving?.place.status !== status) return undefined
  const { id, place } = moving
  // The index of a place does not count the task itself.
  const own = shown[status].tasks.findIndex((task) => task.id === id)
  return own !== -1 && own < place.index ? place.index + 1 : place.index
}

/** Returns the place of a drop: next to a task, or at the end of a column. The innermost target comes first. */
function findDropPlace(
  columns: ColumnsData,
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
