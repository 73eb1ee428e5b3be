import { load } from '../../service/load.js'
import { type Task, toTask } from '../task.js'

/** The fields that a faulty response can leave out. */
const FIELDS = ['description', 'priority'] as const
type Field = (typeof FIELDS)[number]

/** Whether a response has left out a field of a task. */
export function isLeftOut(task: Task, field: Field): boolean {
  return !(field in task)
}

/**
 * Returns the stored values of the fields that the response has left out and that the user has not filled in. A PUT
 * replaces the whole task, so without these values it would overwrite them.
 *
 * @throws RequestFailed
 */
export async function readStored(task: Task, entered: Record<Field, unknown>): Promise<Partial<Task>> {
  const fields = FIELDS.filter((field) => isLeftOut(task, field) && !entered[field])
  if (fields.length === 0) return {}
  const stored = toTask(await load(`/tasks/${task.id}`))
  return Object.fromEntries(fields.map((field) => [field, stored?.[field]]))
}
