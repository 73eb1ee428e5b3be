import type { SeenExchange } from '../../../app/grading.js'
import { tasksIn } from '../../../contract/bodies.js'
import { STATUSES } from '../../../contract/schemas/enumerations.js'

/** The operations that move a task to another status. */
const MOVES = ['replaceTask', 'reorderTask']

/** All transitions of tasks between statuses, such as `replaceTask TODO → DONE`. */
export const TRANSITIONS: readonly string[] = [
  ...STATUSES.map((status) => `createTask ${status}`),
  ...MOVES.flatMap((operation) =>
    STATUSES.flatMap((from) => STATUSES.filter((to) => to !== from).map((to) => `${operation} ${from} → ${to}`)),
  ),
  ...STATUSES.map((status) => `deleteTask ${status}`),
]

/** Follows the tasks of one board. Returns a function that returns the transition of a request, if it caused one. */
export function followTasks(): (exchange: SeenExchange) => string | undefined {
  const statuses = new Map<number, string>()
  return ({ operation, url, status, text }) => {
    if (operation === null || status >= 300) return undefined
    if (operation === 'deleteTask') {
      const before = statuses.get(Number(/\/tasks\/(\d+)/.exec(url)?.[1]))
      return before && `deleteTask ${before}`
    }
    const tasks = tasksIn(text.startsWith('{') && JSON.parse(text)) as { id: number; status: string }[]
    const [task] = tasks
    const before = task && statuses.get(task.id)
    for (const each of tasks) statuses.set(each.id, each.status)
    if (task === undefined) return undefined
    if (operation === 'createTask') return `createTask ${task.status}`
    if (!MOVES.includes(operation) || before === undefined || before === task.status) return undefined
    return `${operation} ${before} → ${task.status}`
  }
}
