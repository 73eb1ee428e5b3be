import type { Task } from '../task.js'

/** The fields that saving a task replaces. */
const REPLACED = ['title', 'description', 'status', 'priority', 'dueDate', 'labels'] as const

/**
 * Whether another client has changed a task since the user opened it. The time of the change is not sufficient: it has
 * whole seconds, and a faulty response can show it in another form.
 *
 * @param opened the task as the user opened it. A faulty response can have left fields out.
 * @param latest the task as it is now
 */
export function isOutdated(opened: Task, latest: Task): boolean {
  const [before, after] = [opened.updatedAt, latest.updatedAt]
  if (typeof before === 'string' && typeof after === 'string' && before !== after) return true
  const hasChanged = REPLACED.some((name) => {
    return name in opened && name in latest && JSON.stringify(opened[name]) !== JSON.stringify(latest[name])
  })
  return hasChanged || checklistOf(opened) !== checklistOf(latest)
}

/** Returns the checklist without the ids, which the service assigns. */
function checklistOf({ checklistItems = [] }: Task): string {
  return JSON.stringify(checklistItems.map(({ text, done }) => [text, done]))
}
