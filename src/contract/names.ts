/** The names in the specification, which the service and the checks of any implementation share. */

export const VARIANT_NAMES = ['v1', 'v2', 'buggy'] as const
export type VariantName = (typeof VARIANT_NAMES)[number]

/** The variants whose test suites can be graded. The faults of buggy strike at random. */
export const GRADED_VARIANTS = ['v1', 'v2'] as const satisfies readonly VariantName[]
export type GradedVariant = (typeof GRADED_VARIANTS)[number]

export const EDITION_NAMES = ['current', 'earlier'] as const
export type EditionName = (typeof EDITION_NAMES)[number]
