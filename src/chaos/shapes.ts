type Fields = Record<string, unknown>

interface Page {
  content: Fields[]
  totalPages: number
  currentPage: number
}

const TIMESTAMPS = ['createdAt', 'updatedAt', 'uploadedAt']

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a response body is a page of tasks. */
export function isPage(body: unknown): body is Page {
  return isObject(body) && Array.isArray(body.content)
}

/** Whether a response body is a task. This includes the response of the reorder operation. */
export function isTask(body: unknown): body is Fields {
  return isObject(body) && 'title' in body
}

/** Returns all timestamps in a response body, at any depth and in the order of the JSON text. */
export function findTimestamps(value: unknown): { owner: Fields; key: string }[] {
  if (Array.isArray(value)) return value.flatMap(findTimestamps)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    TIMESTAMPS.includes(key) ? [{ owner: value, key }] : findTimestamps(member),
  )
}
