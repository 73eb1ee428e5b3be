import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'

/** Whether a board waits for a learner, who enters a name when joining. */
export function isFree({ name, joined, requests }: Pick<ClassBoard, 'name' | 'joined' | 'requests'>): boolean {
  return name === null && !joined && requests === 0
}

/** The learners of a class. */
export interface Attendance {
  /** The number of learners who have joined. */
  joined: number
  /** The number of boards with a learner. */
  all: number
  /** The number of boards that wait for a learner. */
  free: number
}

/** Counts the learners of a class. */
export function attendanceOf(boards: readonly ClassBoard[]): Attendance {
  const free = boards.filter(isFree).length
  return { joined: boards.filter(({ joined }) => joined).length, all: boards.length - free, free }
}
