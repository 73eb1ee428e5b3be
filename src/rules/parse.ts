/** Returns the JSON value of a text; `undefined` if it has none. */
export function parse<Value = unknown>(text: string | null | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
