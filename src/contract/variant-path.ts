/** The base paths of variants, anywhere in a text. */
export const VARIANT_PATHS = /\/api\/\w+/g

/** Returns the base path of a variant (specification, section 1). */
export function variantPath(name: string): string {
  return `/api/${name}`
}

/**
 * Returns the name after `/api/` in a route or a path, or `undefined` for other paths. A variant of that name need not
 * exist.
 */
export function variantOf(path: string): string | undefined {
  return /^\/api\/([^/]*)/.exec(path)?.[1]
}
