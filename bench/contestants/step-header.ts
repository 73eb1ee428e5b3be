/** The header with the index of a step. The floor chooses its response by it; the others ignore it. */
export const STEP_HEADER = 'x-step'
