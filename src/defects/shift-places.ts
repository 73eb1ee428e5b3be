import type { Task } from '../contract/schemas/task.js'
import { type Fields, tasksIn } from './bodies.js'
import type { DefectContext } from './defect.js'

/** A place in a column at which the positions are wrong from then on. */
interface Place {
  status: string
  position: number
}

/** The end of the notes on a board whose tasks were all deleted. */
const ALL_DELETED = 'all-deleted'

/** Notes that the positions in a column are wrong from a place on. */
export function notePlace({ addNotes }: DefectContext, { status, sortOrder }: Task): Promise<void> {
  return addNotes([{ status, position: sortOrder } satisfies Place])
}

/** Notes that there are no wrong positions, because there are no tasks. */
export async function noteAllDeleted({ addNotes, notes }: DefectContext): Promise<void> {
  if (notes.length > 0) await addNotes([ALL_DELETED])
}

/** Adds `shift` to the positions of the tasks in a response, once for each noted place before them. */
export function shiftPlaces(body: unknown, { notes }: DefectContext, shift: 1 | -1): void {
  const places = notes.slice(notes.lastIndexOf(ALL_DELETED) + 1) as Place[]
  for (const task of tasksIn(body)) task.sortOrder = shiftedPlace(task, places, shift)
}

function shiftedPlace({ status, sortOrder }: Fields, places: readonly Place[], shift: number): number {
  const position = sortOrder as number
  return position + shift * places.filter((place) => place.status === status && place.position <= position).length
}
