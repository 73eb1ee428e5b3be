export const VARIANT_NAMES = ['v1', 'v2', 'buggy'] as const
export type VariantName = (typeof VARIANT_NAMES)[number]

export const EDITION_NAMES = ['current', 'earlier'] as const
export type EditionName = (typeof EDITION_NAMES)[number]
