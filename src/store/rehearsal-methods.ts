import type { SessionMethods } from './session-methods.js'
import type { AttachmentMethods, CommentMethods, TaskMethods } from './task-methods.js'

/** The methods by which operations of the variants write. */
export const REHEARSED = [
  'createTask',
  'replaceTask',
  'moveTask',
  'deleteTask',
  'deleteAllTasks',
  'createComment',
  'updateComment',
  'deleteComment',
  'addAttachments',
  'deleteAttachment',
  'createSession',
  'rotateRefreshToken',
  'renewSession',
  'endSession',
] as const satisfies readonly (keyof Writes)[]

type Writes = TaskMethods & CommentMethods & AttachmentMethods & SessionMethods

export type RehearsedMethod = (typeof REHEARSED)[number]

export interface RehearsalMethods {
  /**
   * Calls a method, and rolls back what it has written. Nothing changes: neither ids nor the revision of the board.
   *
   * @returns the result that the call would have now
   * @throws what the call would throw now
   */
  rehearse<Name extends RehearsedMethod>(method: Name, ...args: Parameters<Writes[Name]>): ReturnType<Writes[Name]>
}
