/** The variants, each with a document of its own in `openapi/`. */
export const VARIANTS = ['v1', 'v2', 'buggy'] as const
export type Variant = (typeof VARIANTS)[number]
