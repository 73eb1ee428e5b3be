import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { memo } from 'preact/compat'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatDate } from '../shared/format.js'
import { board as texts } from '../texts/en/board.js'
import type { Task } from './task.js'

interface TaskCardProps {
  task: Task
  canMove: boolean
  /** Whether the user moves the task with the keyboard. */
  isMoving: boolean
  onOpen(id: number): void
  onMoveKey(id: number, event: KeyboardEvent): void
  onMoveEnd(): void
}

/** A task in its column. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, canMove, isMoving, onOpen, onMoveKey, onMoveEnd } = props
  const { id, title, priority, dueDate, labels = [] } = task
  const { card, edge } = useDragging(id, canMove)
  return (
    <li
      ref={card}
      class={`task ${isMoving ? 'moving' : ''}`}
      data-edge={edge}
      data-task-id={id}
      data-testid="task"
      aria-labelledby={`title-${id}`}
    >
      <div class="task-head">
        <button type="button" class="task-title" onClick={() => onOpen(id)} data-testid="task-title" id={`title-${id}`}>
          {String(title ?? texts.noTitle)}
        </button>
        {canMove && (
          <button
            type="button"
            class="handle"
            aria-label={texts.move.handle(String(title))}
            aria-pressed={isMoving}
            title={texts.move.hint}
            onKeyDown={(event) => onMoveKey(id, event)}
            onBlur={(event) => isMoving && event.relatedTarget !== null && onMoveEnd()}
            data-testid="task-handle"
          >
            <span aria-hidden="true">⠿</span>
          </button>
        )}
      </div>
      {labels.length > 0 && (
        <ul class="labels" aria-label={texts.fields.labels}>
          {labels.map((label) => (
            <li key={String(label)}>{String(label)}</li>
          ))}
        </ul>
      )}
      <p class="facts">
        {priority !== undefined && (
          <span class={`priority ${String(priority)}`} data-testid="task-priority">
            {texts.priorities[priority] ?? String(priority)}
          </span>
        )}
        {dueDate != null && (
          <span data-testid="task-due-date">
            <span class="hidden">{texts.fields.dueDate} </span>
            {formatDate(dueDate)}
          </span>
        )}
        <Counts task={task} />
      </p>
    </li>
  )
})

function Counts({ task }: { task: Task }) {
  const { checklistItems = [], comments = [], attachments = [] } = task
  const done = checklistItems.filter((item) => item.done).length
  return (
    <>
      {checklistItems.length > 0 && <span>{texts.counts.checklist(done, checklistItems.length)}</span>}
      {comments.length > 0 && <span>{texts.counts.comments(comments.length)}</span>}
      {attachments.length > 0 && <span>{texts.counts.attachments(attachments.length)}</span>}
    </>
  )
}

/** Lets users drag a card, and shows the edge at which another card would be dropped. */
function useDragging(id: number, canMove: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<Edge>()
  useEffect(() => {
    const element = card.current
    if (element === null || !canMove) return
    return combine(
      draggable({ element, getInitialData: () => ({ id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.id !== id,
        getData: ({ input }) => attachClosestEdge({ id }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) ?? undefined),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    )
  }, [id, canMove])
  return { card, edge }
}
