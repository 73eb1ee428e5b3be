import { type Fields, tasksIn } from '../contract/bodies.js'
import type { Task } from '../contract/schemas/task.js'
import type { DefectContext } from './defect.js'

/** The position in a column from which on all positions are wrong. */
interface ShiftStart {
  status: string
  position: number
}

/** The end of the notes on a board whose tasks were all deleted. */
const ALL_DELETED = 'all-deleted'

/** Notes that the positions in a column are wrong from a position on. */
export function noteShift({ addNotes }: DefectContext, { status, sortOrder }: Task): Promise<void> {
  return addNotes([{ status, position: sortOrder } satisfies ShiftStart])
}

/** Notes that there are no wrong positions, because there are no tasks. */
export async function noteAllDeleted({ addNotes, notes }: DefectContext): Promise<void> {
  if (notes.length > 0) await addNotes([ALL_DELETED])
}

/** Adds `shift` to the positions of the tasks in a response, once for each noted start before them. */
export function shiftPositions(body: unknown, { notes }: DefectContext, shift: 1 | -1): void {
  const starts = notes.slice(notes.lastIndexOf(ALL_DELETED) + 1) as ShiftStart[]
  for (const task of tasksIn(body)) task.sortOrder = shiftedPosition(task, starts, shift)
}

function shiftedPosition({ status, sortOrder }: Fields, starts: readonly ShiftStart[], shift: number): number {
  const position = sortOrder as number
  return position + shift * starts.filter((start) => start.status === status && start.position <= position).length
}
