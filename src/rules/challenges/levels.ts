/** The levels of challenges with their titles, from the easiest. */
export const LEVEL_TITLES = {
  'first-steps': 'First steps',
  reading: 'Reading',
  writing: 'Writing',
  errors: 'Errors',
  authentication: 'Authentication',
  files: 'Files',
  ordering: 'Ordering',
  faults: 'Faults',
  resilience: 'Resilience',
} as const
export type Level = keyof typeof LEVEL_TITLES

export const LEVELS = Object.keys(LEVEL_TITLES) as Level[]
