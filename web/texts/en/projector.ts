import { counted } from '../../../src/contract/numbers.js'
import { VIEW_TITLES } from './projector-views.js'

/** The texts of the projector. */
export const texts = {
  bar: {
    views: 'Parts of the projector',
    full: 'Full screen (F)',
    small: 'Exit full screen (F)',
    leave: 'Leave projector',
  },
  views: VIEW_TITLES,
  join: {
    open: 'Scan the code, or open this page:',
    code: 'The joining code is:',
    link: 'Join link',
    qr: (link: string) => `QR code of ${link}`,
    local: 'Only this machine can open this address.',
    chosen: 'Other machines of this network may reach the address that you have chosen.',
    choose: 'Choose the address of the network that you share with the learners:',
    closed:
      'No other address of the service is known. Start it with `HOST=0.0.0.0`, or set `PUBLIC_URL` to the address at which learners reach it.',
    late: 'To join:',
    closedByTrainer: 'Joining is closed. Learners who have joined can come back with their personal codes.',
  },
  joined: ({ joined, all, free }: { joined: number; all: number; free: number }) =>
    free > 0 ? `${joined} joined` : `${joined} of ${all} joined`,
  of: (part: number, all: number) => `${part} of ${all}`,
  frozen: 'The class is frozen. You can read your board, but not change it.',
  noExercise: 'There is no exercise yet.',
  figures: {
    joined: 'learners joined',
    found: 'faults found',
    finds: 'faults and defects found',
    running: 'clients at work',
    finished: 'finished a run',
    best: 'best score',
    solved: 'challenges solved',
    pace: (seconds: number) => `requests in the last ${seconds < 60 ? `${seconds} s` : 'minute'}`,
  },
  clock: {
    pending: 'starts in',
    running: 'time left',
    open: 'The exercise is running.',
    ended: 'The exercise has ended.',
  },
  ranking: {
    heading: 'Ranking',
    settings: { off: 'off', anonymous: 'without names', names: 'with names' },
    empty: 'Nobody has sent a request yet.',
    hidden: 'The ranking appears when the exercise ends.',
    anonymous: 'Learner',
    unit: 'points',
    points: (points: number) => counted(points, 'point'),
    more: (count: number) => `and ${count} more`,
  },
  podium: {
    off: 'The ranking is off.',
    show: { anonymous: 'Show without names', names: 'Show with names' },
    empty: 'Nobody has points.',
    hidden: 'The places appear when the exercise ends.',
    noRun: 'No client has finished a run.',
    more: (count: number) => `and ${count} more`,
    anonymous: (count: number) => (count === 1 ? 'Learner' : `${count} learners`),
  },
  feed: {
    heading: 'First finds',
    empty: 'Nothing yet.',
    named: {
      fault: <Name>(learner: Name, title: string) => [learner, ` was the first to find ${title}`],
      challenge: <Name>(learner: Name, title: string) => [learner, ` was the first to solve “${title}”`],
    },
    anonymous: {
      fault: (title: string) => `${title} was found for the first time`,
      challenge: (title: string) => `“${title}” was solved for the first time`,
    },
  },
  cards: {
    heading: (name: string) => `Cards for ${name}`,
    lead: 'Each card opens the board of a learner, who need not join.',
    withoutCodes:
      'The cards have no personal codes. Learners need one to join on another device. The service does not store the codes, so cards can only have new ones.',
    free: (count: number) =>
      `${count === 1 ? 'One board has' : `${count} boards have`} no card, because the learner enters a name when joining.`,
    print: 'Print',
    printWithoutCodes: 'Print without codes',
    codes: 'Add new personal codes',
    codesQuestion:
      'The present codes of learners stop working. All learners then need their new codes to join. A learner counts as joined after joining or after the first request.',
    codesHint: 'The codes are shown only here. Print them now.',
    close: 'Close',
    scan: 'Scan the code, or open the base URL of your board in a browser:',
    code: 'Personal code',
    qr: (name: string) => `QR code of the board of ${name}`,
    none: 'No learner has a name yet. Learners who enter their own names join with the code on the projector.',
  },
  debrief: {
    later: 'The debrief shows what was solved and missed after the exercise has ended.',
    empty: 'The class has found everything.',
    nothing: 'The class has met no faults, so there is nothing to discuss.',
    drill: 'What the clients did',
    noRuns: 'No client has met a problem.',
    reactions: (wrong: number, all: number, learners: number) =>
      wrong === 0
        ? all === 1
          ? 'Right in the only case.'
          : `Right in all ${all} cases.`
        : `Wrong in ${wrong} of ${all} cases, by ${learners === 1 ? 'the client of 1 learner' : `the clients of ${learners} learners`}.`,
    challenges: 'Challenges',
    most: 'Solved most often',
    least: 'Solved least often',
    solved: (solved: number, learners: number) =>
      solved === 0 ? 'Nobody has solved it.' : `Solved by ${solved} of ${learners} learners.`,
    first: <Name>(learner: Name) => [learner, ' was first.'],
    solution: 'Show the solution',
    previous: 'Previous (←)',
    next: 'Next (→)',
    numbers: (found: number, happened: number, learners: number) =>
      `Found: ${found} of ${happened}. Missed by ${counted(learners, 'learner')}.`,
  },
} as const
