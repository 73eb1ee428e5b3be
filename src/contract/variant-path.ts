/** The base paths of variants, anywhere in a text. */
export const VARIANT_PATHS = /\/api\/\w+/g

/** What the base paths of all variants start with. */
const BASE = '/api/'

/** Returns the base path of a variant (specification, section 1). */
export function variantPath(name: string): string {
  return `/api/${name}`
}

/**
 * Returns the name after `/api/` in a route or a path, or `undefined` for other paths. A variant of that name need not
 * exist.
 */
export function variantOf(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined
  const end = path.indexOf('/', BASE.length)
  return path.slice(BASE.length, end < 0 ? path.length : end)
}
