import { type ComponentChildren, toChildArray } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { STATUSES, type Status } from '../../../src/contract/schemas/enumerations.js'
import type { TaskSummary } from '../../../src/contract/schemas/task.js'
import { board as texts } from '../../texts/en/board.js'
import type { Moving } from './dragging.js'
import { moveTask, type Place } from './move.js'
import { TaskCard } from './task-card.js'
import { useCardFocus } from './use-card-focus.js'
import { type Dragging, useDragging } from './use-dragging.js'
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
  const { dragging, dragged } = useDragging(columns, onMove)
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
          dragging={dragging}
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
              dragging={dragging}
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
  dragging: Dragging | undefined
  onShowMore(status: Status): void
  children: ComponentChildren
}

function Column({ status, column, total, isFiltered, insertion, dragging, onShowMore, children }: ColumnProps) {
  const cards = toChildArray(children)
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    return dragging?.dropInColumn(element.current, status, setOver)
  }, [dragging, status])
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

/** Returns the index of the card of a column before which a task would be inserted. */
function insertionOf(status: Status, shown: ColumnsData | undefined, moving: Moving | undefined): number | undefined {
  if (shown === undefined || moving?.place.status !== status) return undefined
  const { id, place } = moving
  // The index of a place does not count the task itself.
  const own = shown[status].tasks.findIndex((task) => task.id === id)
  return own !== -1 && own < place.index ? place.index + 1 : place.index
}
