import type { Json } from './exchange.js'
import { Mismatch } from './expect.js'
import { claimsOf, FORGERIES } from './tokens.js'

/** A reference to a value, such as `{task.id}`. */
const REFERENCE = String.raw`\{([a-z]\w*(?:\.[\w^-]+)*)\}`

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

/** Returns the first names of the references in a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(REFERENCE, 'g'))].map(([, path = '']) => path.replace(/\..*/, ''))
}

/** Writes the values of references into a text. */
export function fill(text: string, known: Json): string {
  return text.replace(new RegExp(REFERENCE, 'g'), (_, path) => String(valueAt(known, path)))
}

/** Reads JSON with references, whose names need no quotes. */
export function readJson(text: string, known: Json): Json {
  const references = new RegExp(`"${REFERENCE}"|${REFERENCE}(?=[,\\]}]|$)|${REFERENCE}`, 'g')
  const json = text.replace(/([{,] ?)([a-z]\w*):/gi, '$1"$2":').replace(references, (_, quoted, bare, inText) => {
    const value = valueAt(known, quoted ?? bare ?? inText)
    return inText === undefined ? JSON.stringify(value) : JSON.stringify(String(value)).slice(1, -1)
  })
  return JSON.parse(json)
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
