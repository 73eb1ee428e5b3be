/** The texts of challenges. */
export const challenges = {
  heading: 'Challenges',
  lead: 'Small tasks. The service ticks them off by itself, whatever client you use.',
  progress: (solved: number, total: number) => `${solved} of ${total}`,
  badge: (solved: number, total: number) => `${solved}/${total}`,
  badgeLabel: (solved: number, total: number) => `${solved} of ${total} solved`,
  groupBy: 'Group by',
  groups: { path: 'Path', level: 'Level' },
  others: 'More challenges',
  show: 'Show',
  filters: { all: 'All', open: 'Open', solved: 'Solved' },
  none: { all: 'There are no challenges.', open: 'All challenges are solved.', solved: 'No challenge is solved yet.' },
  states: { solved: 'Solved', open: 'Open', hidden: 'Shown after the exercise' },
  hiddenState: 'Whether it is solved is shown after the exercise ends.',
  hint: (number: number, of: number) => `Show hint ${number} of ${of}`,
  hints: 'Hints',
  solution: 'Solution',
  solutionHint: '`BOARD` is the base URL, and `JSON` is the header `Content-Type: application/json`.',
  tryIt: 'Try it',
  lookUp: (operation: string) => `Look up “${operation}” in Swagger UI.`,
  /** @param page the page of the guide, such as `errors.md#messages` */
  teaches: (page: string) =>
    `Read more in the guide: ${page.replace('.md', '').replace('#', ', ').replaceAll('-', ' ')}`,
  solvedAt: (time: string) => `Solved at ${time} with `,
  showRequest: 'this request',
  solvedAll: (title: string, more: number) =>
    more === 0 ? `Challenge solved: ${title}.` : `Challenges solved: ${title}, and ${more} more.`,
  news: 'Solved challenge',
  next: (title: string) => `Next: ${title}`,
  allSolved: 'You have solved all challenges.',
  close: 'Close',
  loadFailed: 'The challenges could not be loaded. Check the connection, and choose the tab again.',
} as const
