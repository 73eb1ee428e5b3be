import { type Json, Mismatch } from './exchange.js'
import { claimsOf, FORGERIES } from './tokens.js'

/** What can stand in a path instead of a field: a value that is computed from the one before. */
const COMPUTED: Readonly<Record<string, (value: Json) => Json>> = {
  ...FORGERIES,
  claims: (token) => claimsOf(token),
  header: (token) => claimsOf(token, 0),
  lifetime(token) {
    const { iat, exp } = claimsOf(token)
    return exp - iat
  },
  bySortOrder: (tasks) => tasks.toSorted((a: Json, b: Json) => a.sortOrder - b.sortOrder),
  otherCase: (text) => [text.toUpperCase(), text.toLowerCase(), `${text}x`].find((each) => each !== text),
}

/**
 * Returns the value at a path, whose names are divided by slashes or dots; for `*`, a list with that of each item.
 *
 * @param mayLack whether the last field of the path may be missing
 */
export function valueAt(value: Json, path: string, mayLack = false): Json {
  const [, name, rest = ''] = /^[/.]?([^/.]+)(.*)$/.exec(path) ?? []
  if (name === undefined) return value
  if (name.startsWith('^')) return valueAt(COMPUTED[name.slice(1)]?.(value), rest, mayLack)
  if (name === '*' && Array.isArray(value)) return value.map((item) => valueAt(item, rest, mayLack))
  const isObject = typeof value === 'object' && value !== null
  if (isObject && Object.hasOwn(value, name)) return valueAt(value[name], rest, mayLack)
  if (isObject && mayLack && rest === '') return undefined
  throw new Mismatch(`the field ${name}`, `The field ${name} is missing`, true)
}
