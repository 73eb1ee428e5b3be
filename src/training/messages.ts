/** The messages about fields of claims and grades that contradict each other, which a schema cannot express. */
export const FAULT_REQUIRED = 'Is required unless the claim names a defect'
export const TOO_MANY_FOUND = 'Must not be greater than defects'
