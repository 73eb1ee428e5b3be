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

/** Whether an answer's body is a list of tasks. */
export function isPage(body: unknown): body is Page {
  return isObject(body) && Array.isArray(body.content)
}

/** Whether an answer's body is a task, also one as reorder answers it. */
export function isTask(body: unknown): body is Fields {
  return isObject(body) && 'sortOrder' in body
}

/** Every timestamp in an answer's body, however deep, in the order of the text. */
export function findTimestamps(value: unknown): { owner: Fields; key: string }[] {
  if (Array.isArray(value)) return value.flatMap(findTimestamps)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    TIMESTAMPS.includes(key) ? [{ owner: value, key }] : findTimestamps(member),
  )
}
