/** The titles of the parts of the projector. */
export const VIEW_TITLES = {
  join: 'Join',
  exercise: 'Exercise',
  results: 'Results',
  debrief: 'Debrief',
} as const
