/** The texts of the first steps on a new board, in which backticks enclose code. */
export const firstRun = {
  heading: 'Your first three steps',
  hide: 'Hide',
  states: { done: 'Done', current: 'Next', open: 'Later' },
  steps: {
    create: {
      title: 'Create a task',
      text: 'Create a task on the board, and watch its request appear under “Requests”.',
      action: 'Create a task',
    },
    send: {
      title: 'Send a request',
      text: 'Send `GET /tasks` with the form, or with your own client to the base URL at the top.',
      action: 'Open the form',
    },
    catch: {
      title: 'Catch a fault',
      text: 'Some responses of buggy are wrong on purpose. Send requests to it until one looks wrong. Then report it.',
      action: 'Send to buggy',
    },
  },
  news: (done: string, next: string | undefined) =>
    next === undefined ? `Done: ${done}. All steps are done.` : `Done: ${done}. Next: ${next}.`,
  finished: 'You have reported your first fault.',
  toChallenges: 'Go on with the first challenge',
} as const
