/** A JSON object of any shape. */
export type Fields = Record<string, unknown>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A page of tasks. */
export interface Page extends Fields {
  content: Fields[]
  totalElements: number
  totalPages: number
  currentPage: number
  pageSize: number
}

export function isPage(body: unknown): body is Page {
  return isObject(body) && Array.isArray(body.content)
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
