/** What the statuses say that the log has for requests without a response. */
const WITHOUT_RESPONSE: Readonly<Record<number, string>> = {
  444: 'No response: the connection ended (status 444)',
  499: 'No response: the client disconnected (status 499)',
}

/** The texts about exercises and scores. */
export const training = {
  exercise: {
    heading: 'Exercise',
    pending: (start: string) => `Starts at ${start}.`,
    running: (_start: string) => 'The exercise is running.',
    ended: (_start: string) => 'The exercise has ended.',
    left: (time: string) => `${time} left`,
    message: 'Message from your trainer',
  },
  score: {
    heading: 'Score',
    claims: 'Claims',
    happened: 'Faults',
    hints: 'Hints',
    found: 'Found',
    credit: 'Credit',
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
  details: {
    notRecorded: 'The request is no longer recorded.',
    request: 'Request',
    response: 'Response',
    headers: 'Response headers',
    expected: 'Expected',
    difference: 'Difference',
    later:
      'The correct response is not shown yet. Look for more in this response, or wait for the end of the exercise.',
    more: (count: number) => `${count} more`,
    noDifference: 'None. The response is the expected one.',
    unknownDifference: 'It is not known, because the response is no longer recorded.',
    status: (status: number) => WITHOUT_RESPONSE[status] ?? `Status ${status}`,
    file: (name: string, mediaType: string, size: string) => `${name} (${mediaType}, ${size})`,
    disconnected: 'The client disconnected before the end of the response, so it may have received less than this.',
    noBody: 'No body.',
    noText: (size: string) => `The body (${size}) is not recorded as text.`,
    cut: (length: number, size: string) =>
      `Only the first ${length.toLocaleString()} characters are shown. The full body has ${size}.`,
  },
} as const
