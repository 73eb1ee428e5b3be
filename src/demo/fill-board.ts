import type { BoardStore, Store, TaskValues } from '../store/store.js'
import { type Clock, toTimestamp } from '../time.js'
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
    checklistItems: (task.checklist ?? []).map(([text, done]) => ({ text, done })),
  }
}

/** Fills a board with the demo tasks if it has no tasks. */
export async function fillEmptyBoard(store: Store, board: string, clock: Clock): Promise<void> {
  // Several replicas can start at the same time. Only one of them may fill the board.
  await store.atomically(board, async (inner) => {
    const { totalTasks } = await inner.countTasks(board)
    if (totalTasks === 0) await insertDemoTasks(inner, board, clock())
  })
}

/** Adds the demo tasks to a board. */
export async function insertDemoTasks(store: BoardStore, board: string, today: number): Promise<void> {
  const now = toTimestamp(today)
  for (const demoTask of DEMO_BOARD) {
    const { id } = await store.createTask(board, demoValues(demoTask, today), now)
    for (const text of demoTask.comments ?? []) await store.createComment(board, id, text, now)
    const files = (demoTask.files ?? []).map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) }))
    if (files.length > 0) await store.addAttachments(board, id, files, now)
  }
}
