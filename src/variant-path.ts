/** The path of a variant in a text, with its name as the first group. */
export const VARIANT_PATH = /\/api\/(\w+)/

/** The base path of a variant (specification, section 1). */
export function variantPath(name: string): string {
  return `/api/${name}`
}

/** The name of the variant that a route or a path belongs to, `undefined` for all other paths. */
export function variantOf(path: string): string | undefined {
  const [match, name] = VARIANT_PATH.exec(path) ?? []
  return match !== undefined && path.startsWith(match) ? name : undefined
}
