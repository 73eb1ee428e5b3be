/** The variants. Each has a document in `openapi/`. */
export const VARIANTS = ['v1', 'v2', 'buggy'] as const
export type Variant = (typeof VARIANTS)[number]
