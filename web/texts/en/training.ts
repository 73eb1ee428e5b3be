/** The texts about exercises and scores. */
export const training = {
  exercise: {
    heading: 'Exercise',
    pending: (start: string) => `Starts at ${start}.`,
    running: (_start: string) => 'The exercise is running.',
    ended: (_start: string) => 'The exercise has ended.',
    left: (time: string) => `${time} left`,
  },
  score: {
    heading: 'Score',
    claims: 'Claims',
    happened: 'Faults',
    found: 'Found',
    wrong: 'Wrong',
    precision: 'Precision',
    recall: 'Recall',
    f1: 'F1',
    defects: 'Defects found',
    hidden: 'You will see your score after the exercise ends.',
    hiddenCounts: 'After the exercise ends, you will see how many faults happened.',
    byFault: 'Score by fault',
    columns: { fault: 'Fault', happened: 'Happened', found: 'Found', wrong: 'Wrong' },
    defectFound: 'Found',
    defectMissed: 'Missed',
    missed: (count: number) => `Missed faults (${count})`,
  },
} as const
