import { type Fields, isObject } from './parse.js'

/** A page of tasks. */
export interface Page extends Fields {
  content: Fields[]
  totalElements: number
  totalPages: number
  currentPage: number
  pageSize: number
}

/** Whether a response body is a page of tasks. */
export function isPage(body: unknown): body is Page {
  return isObject(body) && Array.isArray(body.content)
}

/** Whether a response body is a task. This includes the response of the reorder operation. */
export function isTask(body: unknown): body is Fields {
  return isObject(body) && 'title' in body
}

/** Returns the tasks in the body of a successful response: those of a page, or the task itself. */
export function tasksIn(body: unknown): Fields[] {
  if (isPage(body)) return body.content
  return isObject(body) && 'labels' in body ? [body] : []
}

/** Returns the attachments in the body of a successful response: those of an upload, or those of the tasks. */
export function attachmentsIn(body: unknown): Fields[] {
  if (Array.isArray(body)) return body
  return tasksIn(body).flatMap(({ attachments = [] }) => attachments as Fields[])
}

/** An error body with invalid fields. */
export interface ValidationBody extends Fields {
  errors: Record<string, string>
}

export function isValidationBody(body: unknown): body is ValidationBody {
  return isObject(body) && isObject(body.errors) && body.status === 400
}

const TIMESTAMPS = ['createdAt', 'updatedAt', 'uploadedAt']

/** Returns all timestamps in a response body, at any depth and in the order of the JSON text. */
export function findTimestamps(value: unknown): { owner: Fields; key: string }[] {
  if (Array.isArray(value)) return value.flatMap(findTimestamps)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    TIMESTAMPS.includes(key) ? [{ owner: value, key }] : findTimestamps(member),
  )
}
