/** A reference to a value, such as `{task.id}`. */
const REFERENCE = String.raw`\{([a-z]\w*(?:\.[\w^-]+)*)\}`

/** Returns the value of a reference. */
export type Resolve = (path: string) => unknown

/** Returns the paths of the references in a text. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(REFERENCE, 'g'))].map(([, path = '']) => path)
}

/** Writes the values of references into a text. */
export function fill(text: string, resolve: Resolve): string {
  return text.replace(new RegExp(REFERENCE, 'g'), (_, path) => String(resolve(path)))
}

/**
 * Reads JSON with references, whose names need no quotes.
 *
 * @param resolve returns the value of a reference that stands alone
 * @param resolveInText returns that of a reference in a text
 */
export function readJson(text: string, resolve: Resolve, resolveInText = resolve) {
  const references = new RegExp(`${REFERENCE}(?=[,\\]}]|$)|${REFERENCE}`, 'g')
  const json = text.replace(/([{,] ?)([a-z]\w*):/gi, '$1"$2":').replace(references, (_, alone, inText) => {
    if (inText === undefined) return JSON.stringify(resolve(alone))
    return JSON.stringify(String(resolveInText(inText))).slice(1, -1)
  })
  return JSON.parse(json)
}
