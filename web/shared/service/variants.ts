/** The names of the variants of the API, in the order in which pages show them. */
export const VARIANTS = ['v1', 'v2', 'buggy'] as const
export type Variant = (typeof VARIANTS)[number]
