/** The statuses in sort order (decision 14). Each is a column of the board. */
export const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
/** The priorities in sort order (decision 14). */
export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export const PRIORITY_DEFAULT = 'MEDIUM'
export const SORTS = ['id', 'title', 'status', 'priority', 'createdAt', 'updatedAt', 'dueDate', 'sortOrder'] as const
export const DIRECTIONS = ['asc', 'desc'] as const

/** Who may create private boards. */
export const CREATORS = ['open', 'admin', 'off'] as const

/** When learners see whether their claims are right: with the response, or after the end of the exercise. */
export const FEEDBACKS = ['immediate', 'after'] as const

export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]
export type Sort = (typeof SORTS)[number]
export type Direction = (typeof DIRECTIONS)[number]
export type Creators = (typeof CREATORS)[number]
export type Feedback = (typeof FEEDBACKS)[number]
