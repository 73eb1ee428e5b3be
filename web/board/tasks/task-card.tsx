import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import { board as texts } from '../../texts/en/board.js'
import { FROZEN_ID } from '../shell/frozen-notice.js'
import { DueDate } from './due-date.js'
import type { Task } from './task.js'
import type { Dragging } from './use-dragging.js'

interface TaskCardProps {
  task: Task
  /** Whether the edition has an operation that moves tasks. */
  canMove: boolean
  isFrozen: boolean
  /** The date of today, as YYYY-MM-DD. */
  today: string
  /** Whether the user moves the task with the keyboard. */
  isMoving: boolean
  /** The functions that drag the card, when they are loaded. */
  dragging: Dragging | undefined
  onOpen(id: number): void
  onMoveKey(id: number, event: KeyboardEvent): void
  onMoveEnd(): void
}

/** A task in its column. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, canMove, isFrozen, today, isMoving, dragging, onOpen, onMoveKey, onMoveEnd } = props
  const { id, title, priority, labels = [] } = task
  const card = useRef<HTMLLIElement>(null)
  const canDrag = canMove && !isFrozen
  useEffect(() => {
    if (card.current === null || !canDrag) return
    return dragging?.dragCard(card.current, id)
  }, [dragging, id, canDrag])
  return (
    <li
      ref={card}
      class={`task ${isMoving ? 'moving' : ''}`}
      data-task-id={id}
      data-testid="task"
      aria-labelledby={`title-${id}`}
    >
      <div class="task-head">
        <button
          type="button"
          class="task-title"
          dir="auto"
          onClick={() => onOpen(id)}
          data-testid="task-title"
          id={`title-${id}`}
        >
          {String(title ?? texts.noTitle)}
        </button>
        {canMove && (
          <button
            type="button"
            class="handle"
            aria-label={texts.move.handle(String(title))}
            aria-pressed={isMoving}
            aria-disabled={isFrozen}
            aria-describedby={isFrozen ? FROZEN_ID : undefined}
            title={isFrozen ? texts.frozen : texts.move.hint}
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
            <li key={String(label)} dir="auto">
              {String(label)}
            </li>
          ))}
        </ul>
      )}
      <p class="facts">
        {priority !== undefined && (
          <span class={`priority ${String(priority)}`} data-testid="task-priority">
            {texts.priorities[priority] ?? String(priority)}
          </span>
        )}
        <DueDate task={task} today={today} />
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
