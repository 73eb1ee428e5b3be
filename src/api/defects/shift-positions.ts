import { tasksIn } from '../../contract/bodies.js'
import type { Fields } from '../../contract/parse.js'
import type { Task } from '../../contract/schemas/task.js'
import type { Operations } from '../../rooms/board/operations.js'
import type { Defect, OperationContext } from './defect.js'

/** The position in a column from which on all positions are wrong. */
interface ShiftStart {
  status: string
  position: number
}

/** The end of the notes on a board whose tasks were all deleted. */
const ALL_DELETED = 'all-deleted'

/** Notes that the positions in a column are wrong from a position on. */
export function noteShift({ addNotes }: OperationContext, { status, sortOrder }: Task): void {
  addNotes([{ status, position: sortOrder } satisfies ShiftStart])
}

/** Returns the operation that deletes all tasks, and notes that there are then no wrong positions. */
export function deleteAllTasks(api: Operations, { addNotes, notes }: OperationContext): Operations['deleteAllTasks'] {
  return (board) => {
    api.deleteAllTasks(board)
    if (notes.length > 0) addNotes([ALL_DELETED])
  }
}

/** Returns the hook that adds `shift` to the positions of the tasks in a response, once for each noted start before them. */
export function shiftPositions(shift: 1 | -1): NonNullable<Defect['beforeSend']> {
  return ({ status, body }, { notes }) => {
    const starts = notes.slice(notes.lastIndexOf(ALL_DELETED) + 1) as ShiftStart[]
    if (status < 300) for (const task of tasksIn(body)) task.sortOrder = shiftedPosition(task, starts, shift)
  }
}

function shiftedPosition({ status, sortOrder }: Fields, starts: readonly ShiftStart[], shift: number): number {
  const position = sortOrder as number
  return position + shift * starts.filter((start) => start.status === status && start.position <= position).length
}
