import { IS_ALL } from './generators.ts'

/** The variants. Each has a document in `openapi/`. */
export const VARIANTS = ['v1', 'v2', 'buggy'] as const
export type Variant = (typeof VARIANTS)[number]

/** The variants of this run. The document of v2 has all operations and schemas of the others. */
export const TESTED_VARIANTS: readonly Variant[] = IS_ALL ? VARIANTS : ['v2']

/** The variants of the earlier edition of this run. Its documents no longer change. */
export const EARLIER_VARIANTS: readonly Variant[] = IS_ALL ? VARIANTS : []

/** The documents of this run for generators of schemas: those with all patterns. */
export const WITH_SCHEMAS: readonly string[] = IS_ALL ? ['v1', 'boards'] : ['boards']
