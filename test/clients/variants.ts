/** The variants. Each has a document in `openapi/`. */
export const VARIANTS = ['v1', 'v2', 'buggy'] as const
export type Variant = (typeof VARIANTS)[number]

const IS_ALL = process.env.CLIENTS === 'all'

/** The variants of the earlier edition of this run. Its documents no longer change. */
export const EARLIER_VARIANTS: readonly Variant[] = IS_ALL ? VARIANTS : ['v1']

/** The documents of this run for generators of schemas: those with all patterns. */
export const WITH_SCHEMAS: readonly string[] = IS_ALL ? ['v1', 'boards'] : ['boards']
