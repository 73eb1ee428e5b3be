import { formatDate } from '../../shared/text/format.js'
import { board as texts } from '../../texts/en/board.js'
import type { Task } from './task.js'

/**
 * The due date of a task. It is overdue from the next day on, unless the task is done.
 *
 * @param today the date of today, as YYYY-MM-DD
 */
export function DueDate({ task: { dueDate, status }, today }: { task: Task; today: string }) {
  if (dueDate == null) return null
  // A faulty response can have another value than a date.
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(dueDate)
  const isOverdue = isDate && dueDate < today && status !== 'DONE'
  return (
    <span class={isOverdue ? 'overdue' : ''} data-testid="task-due-date">
      {isOverdue ? `${texts.overdue} ` : <span class="hidden">{texts.fields.dueDate} </span>}
      {formatDate(dueDate)}
    </span>
  )
}
