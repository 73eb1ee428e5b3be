/** The path of a variant within a text. The first group is the name of the variant. */
export const VARIANT_PATH = /\/api\/(\w+)/

/** Returns the base path of a variant (specification, section 1). */
export function variantPath(name: string): string {
  return `/api/${name}`
}

/** Returns the name of the variant that a path belongs to, or `undefined` if it belongs to none. */
export function variantOf(path: string): string | undefined {
  const [match, name] = VARIANT_PATH.exec(path) ?? []
  return match !== undefined && path.startsWith(match) ? name : undefined
}
