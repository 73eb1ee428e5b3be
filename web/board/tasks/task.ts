import { STATUSES, type Status } from '../../../src/contract/schemas/enumerations.js'
import type { Task as ContractTask } from '../../../src/contract/schemas/task.js'

/** A task. In other editions, and in faulty responses, any field can be missing. */
export type Task = Pick<ContractTask, 'id'> & Partial<Omit<ContractTask, 'id'>>

/**
 * Reads the tasks of a response, which may violate the contract. The page shows faulty values unchanged,
 * but a list is always a list.
 */
export function toTasks(body: unknown): { tasks: Task[]; total: number } | undefined {
  const { content, totalElements } = (body ?? {}) as { content?: unknown; totalElements?: unknown }
  if (!Array.isArray(content)) return undefined
  const tasks = content.map(toTask).filter((task) => task !== undefined)
  return { tasks, total: typeof totalElements === 'number' ? totalElements : tasks.length }
}

/** Reads the task of a response; `undefined` if it is none. */
export function toTask(body: unknown): Task | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const task = body as Record<string, unknown>
  const lists = Object.fromEntries(
    ['labels', 'checklistItems', 'comments', 'attachments'].map((name) => [name, listOf(task[name])]),
  )
  return { ...task, ...lists } as Task
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : []
}

/** Returns the column of a task. */
export function columnOf({ status }: Task): Status {
  return STATUSES.find((known) => known === status) ?? 'TODO'
}
