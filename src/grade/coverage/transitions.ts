import type { SeenExchange } from '../../journal/exchange-recorder.js'

/** The statuses of tasks (specification, section 2). */
const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const

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
    const [task] = tasksIn(text)
    const before = task && statuses.get(task.id)
    for (const each of tasksIn(text)) statuses.set(each.id, each.status)
    if (task === undefined) return undefined
    if (operation === 'createTask') return `createTask ${task.status}`
    if (!MOVES.includes(operation) || before === undefined || before === task.status) return undefined
    return `${operation} ${before} → ${task.status}`
  }
}

function tasksIn(text: string): { id: number; status: string }[] {
  if (!text.startsWith('{')) return []
  const value = JSON.parse(text) as { content?: unknown }
  const values: unknown[] = Array.isArray(value.content) ? value.content : [value]
  return values.filter(isTask)
}

function isTask(value: unknown): value is { id: number; status: string } {
  const { id, status } = value as { id?: unknown; status?: unknown }
  return typeof id === 'number' && typeof status === 'string'
}
