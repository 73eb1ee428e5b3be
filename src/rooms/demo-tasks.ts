import { toTimestamp } from '../contract/time.js'
import type { NewTask } from './board/content.js'
import type { TaskValues } from './board/values.js'
import { DEMO_BOARD, type DemoTask } from './demo-board.js'

const DAY = 24 * 3600 * 1000

/**
 * Returns the values of a demo task.
 *
 * @param today the current time in milliseconds
 */
export function demoValues(task: DemoTask, today: number): TaskValues {
  return {
    title: task.title,
    description: task.description ?? null,
    status: task.status,
    priority: task.priority,
    dueDate: task.dueInDays === undefined ? null : toTimestamp(today + task.dueInDays * DAY).slice(0, 10),
    labels: task.labels ?? [],
    checklistItems: Object.entries(task.checklist ?? {}).map(([text, done]) => ({ text, done })),
  }
}

/**
 * Returns the demo tasks.
 *
 * @param today the current time in milliseconds
 */
export function demoTasks(today: number): NewTask[] {
  return DEMO_BOARD.map((task) => ({
    values: demoValues(task, today),
    comments: task.comments ?? [],
    files: (task.files ?? []).map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) })),
  }))
}
