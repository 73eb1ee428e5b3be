import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { STATUSES, type Status } from '../../src/contract/schemas/enumerations.js'
import type { TaskSummary } from '../../src/contract/schemas/task.js'
import { board as texts } from '../texts/en/board.js'
import { moveTask, type Place } from './move.js'
import { TaskCard } from './task-card.js'
import { useKeyboardMove } from './use-keyboard-move.js'
import type { Column as ColumnData, Columns as ColumnsData } from './use-tasks.js'

interface ColumnsProps {
  columns: ColumnsData | undefined
  summary: TaskSummary | undefined
  /** Whether the columns show only the tasks that match filters. */
  isFiltered: boolean
  canMove: boolean
  onMove(id: number, place: Place): Promise<boolean>
  onOpen(id: number): void
  onShowMore(status: Status): void
  announce(text: string): void
}

const COUNTS = { TODO: 'todoTasks', IN_PROGRESS: 'inProgressTasks', DONE: 'doneTasks' } as const

/** The columns of the board. */
export function Columns(props: ColumnsProps) {
  const { columns, summary, isFiltered, canMove, onMove, onOpen, onShowMore, announce } = props
  const { moving, onMoveKey, onMoveEnd } = useKeyboardMove({ columns, onMove, announce })
  useDrop(columns, onMove)
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
          onShowMore={onShowMore}
        >
          {shown?.[status].tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              canMove={canMove}
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
  onShowMore(status: Status): void
  children: preact.ComponentChildren
}

function Column({ status, column, total, isFiltered, onShowMore, children }: ColumnProps) {
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
      <ul class="tasks">{children}</ul>
      {column?.tasks.length === 0 && <p class="hint">{texts.emptyColumn}</p>}
      {left > 0 && (
        <button type="button" class="quiet" onClick={() => onShowMore(status)} data-testid="show-more">
          {texts.showMore(left)}
        </button>
      )}
    </section>
  )
}

/** Moves a task that the user has dragged. */
function useDrop(columns: ColumnsData | undefined, onMove: ColumnsProps['onMove']): void {
  const drop = useCallback(
    (id: number, targets: readonly { data: Record<string | symbol, unknown> }[]) => {
      const place = columns && findDropPlace(columns, id, targets)
      if (place !== undefined) onMove(id, place)
    },
    [columns, onMove],
  )
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => drop(source.data.id as number, location.current.dropTargets),
      }),
    [drop],
  )
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
