/** What stands instead of a secret value. */
export const REDACTED = '[redacted]'

/**
 * Creates a function that replaces the values of secret members in JSON texts. The member can be anywhere in the text,
 * because clients also send bodies to the wrong path.
 *
 * @param names the names of secret members
 * @returns a function that returns the text without secrets, or `null` if the text may contain a secret but is not JSON
 */
export function createRedactor(names: readonly string[]): (text: string) => string | null {
  const secret = new Set(names)
  // A name can be written with escapes, such as `passwor\u0064`.
  const signs = [...names, '\\u']
  const replace = (key: string, value: unknown) => (secret.has(key) ? REDACTED : value)
  return (text) => {
    if (!signs.some((sign) => text.includes(sign))) return text
    try {
      return JSON.stringify(JSON.parse(text, replace))
    } catch {
      return null
    }
  }
}
