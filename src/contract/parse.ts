/** Returns the JSON value of a text; `undefined` if it has none. */
export function parse<Value = unknown>(text: string | null | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** A JSON object of any shape. */
export type Fields = Record<string, unknown>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
