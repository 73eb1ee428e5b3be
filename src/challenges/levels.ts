/** The levels of challenges, from the easiest. */
export const LEVELS = [
  'first-steps',
  'reading',
  'writing',
  'errors',
  'authentication',
  'files',
  'ordering',
  'faults',
  'resilience',
] as const
export type Level = (typeof LEVELS)[number]

/** The titles of the levels, in their order. */
export const LEVEL_TITLES: Readonly<Record<Level, string>> = {
  'first-steps': 'First steps',
  reading: 'Reading',
  writing: 'Writing',
  errors: 'Errors',
  authentication: 'Authentication',
  files: 'Files',
  ordering: 'Ordering',
  faults: 'Faults',
  resilience: 'Resilience',
}
