import { ANY, type ChallengeOfLevel, challengesIn, onVariant } from './challenge.js'

/** A fault that learners request, and then find. */
interface FaultToFind {
  title: string
  /** What a request for the fault asks buggy for. */
  ask: string
  /** The sign of the fault in a response, as a sentence. */
  sign: string
  /** The first words of the hint that says which request can have the fault. */
  request: string
  /** The path of that request, and its options for curl. */
  path: string
  options?: string
  /** The first two hints for finding the fault. */
  hints: readonly [string, string]
  /** A command that succeeds if a response has the fault. */
  until: string
}

/** The options of curl that create a task. */
const CREATION = ` -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`

const FAULTS_TO_FIND: Record<string, FaultToFind> = {
  'slow-response': {
    title: 'A slow response',
    ask: 'a slow response',
    sign: 'The response takes at least two seconds.',
    request: 'Read a task',
    path: '/tasks/1',
    hints: ['Measure the time of each response.', 'A correct response takes some milliseconds.'],
    until: `[ "$(curl -s -o /dev/null -w '%{time_total}' $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | cut -d . -f 1)" -ge 1 ]`,
  },
  'server-error': {
    title: 'A server error',
    ask: 'the status 500',
    sign: 'The status is 500.',
    request: 'Read a task',
    path: '/tasks/1',
    hints: ['Look at the status of each response.', 'The status is 500, although the request is right.'],
    until: `curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q '"status":500'`,
  },
  'search-case': {
    title: 'A search that has become strict',
    ask: 'a search that misses a task because of case',
    sign: 'A word in capital letters finds nothing, although a task contains it in small letters.',
    request: 'Search the list',
    path: '/tasks?search=CHECKOUT',
    hints: [
      'Search for a word in capital letters that a task has in small letters.',
      'The list is empty, although a task contains the word.',
    ],
    until: `curl -s "$BOARD/api/buggy/tasks?search=CHECKOUT" -H 'X-Request-Id: mine' | grep -q '"totalElements":0'`,
  },
  'missing-fields': {
    title: 'A field that is missing',
    ask: 'a task without one of its fields',
    sign: '`description` or `priority` is missing.',
    request: 'Read a task',
    path: '/tasks/1',
    hints: [
      'Check that each task has all fields.',
      '`description` or `priority` is missing. A task without a description has `"description": null`.',
    ],
    until: `! curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'description.*priority'`,
  },
  pagination: {
    title: 'Page numbers that cannot be right',
    ask: 'wrong page numbers',
    sign: '`totalPages` or `currentPage` is off by one.',
    request: 'Read the list',
    path: '/tasks',
    hints: [
      'Compute `totalPages` from `totalElements` and `pageSize`.',
      '`totalPages` is not `totalElements` / `pageSize`, rounded up, or `currentPage` is not the page that you have asked for.',
    ],
    until: `! curl -s $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' | grep -q '"totalPages":1,"currentPage":0'`,
  },
  'date-mix': {
    title: 'A date that is a number',
    ask: 'a mixture of date formats',
    sign: '`createdAt` or `updatedAt` is a number.',
    request: 'Read a task',
    path: '/tasks/1',
    hints: ['Check the type of each time.', '`createdAt` or `updatedAt` is a number instead of a text.'],
    until: `curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'At":[0-9]'`,
  },
  'wrong-status': {
    title: 'A creation with the wrong status',
    ask: 'the wrong status of a creation',
    sign: 'The status is 200 instead of 201.',
    request: 'Create a task',
    path: '/tasks',
    options: CREATION,
    hints: ['Create tasks, and look at the status.', 'The status is 200 instead of 201. The task is created.'],
    until: `curl -si $BOARD/api/buggy/tasks -H 'X-Request-Id: mine'${CREATION} | grep -q '200 OK'`,
  },
}

/** Returns the challenge to request a fault, and the one to find it. */
function requestAndFind(fault: string, about: FaultToFind): Record<string, ChallengeOfLevel> {
  const { title, ask, sign, request, path, options = '', hints, until } = about
  const reproduce = (variant: string) => `curl "$BOARD/api/${variant}${path}"${options} -H 'Prefer: fault=${fault}'`
  const find = (claimed: string) => `until ${until}; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "${claimed}"}'`
  return {
    [`reproduce-${fault}`]: {
      title: `On demand: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      task: `Ask buggy for ${ask}, and get it.`,
      hints: [
        'buggy reads the header `Prefer`, so you can ask for a fault.',
        `${request} with the preference \`fault\`, and the name of the fault.`,
        `Send \`Prefer: fault=${fault}\` to buggy. ${sign}`,
      ],
      teaches: { page: `faults.md#${fault}`, section: 7 },
      solution: reproduce('buggy'),
      nearMiss: reproduce('v1'),
      steps: [onVariant('buggy', ANY, ANY, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has(fault))],
    },
    [`find-${fault}`]: {
      title,
      task: `Find a response of buggy with this fault without asking for it, and report it: ${sign}`,
      hints: [
        ...hints,
        `Report the \`X-Request-Id\` of the response to \`POST /claims\` of your board, with the fault \`${fault}\`.`,
      ],
      teaches: { page: 'training.md#claims', section: 7 },
      solution: find(fault),
      nearMiss: find(fault === 'date-mix' ? 'slow-response' : 'date-mix'),
      claim: fault,
      revealsFaults: true,
    },
  }
}

export const FAULTS = challengesIn('faults', {
  'no-fault': {
    title: 'Without faults, please',
    task: 'Send a request to buggy, and ask it for a response without faults.',
    hints: ['buggy reads the header `Prefer`.', 'The preference is called `fault`.', 'Send `Prefer: fault=none`.'],
    teaches: { page: 'faults.md#requesting-a-fault', section: 7 },
    solution: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=none'`,
    nearMiss: `curl $BOARD/api/v1/tasks/1 -H 'Prefer: fault=none'
curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=pagination'`,
    steps: onVariant('buggy', ANY, ANY, ({ header }) => header('preference-applied') === 'fault=none'),
  },
  'two-faults': {
    title: 'Two faults at once',
    task: 'Ask buggy for one response with two faults, and get it.',
    hints: [
      '`Prefer` accepts several faults in quotes.',
      'Choose two faults that can act on the same response.',
      'Read a task with `Prefer: fault="date-mix missing-fields"`.',
    ],
    teaches: { page: 'faults.md#requesting-a-fault', section: 7 },
    solution: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix missing-fields"'`,
    nearMiss: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix pagination"'`,
    steps: onVariant('buggy', ANY, ANY, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.size > 1),
  },
  'report-correct-response': {
    title: 'Nothing to complain about',
    task: 'Find a correct response of buggy, and report that it is correct.',
    hints: [
      'A report needs the `X-Request-Id` of the response.',
      'The operation is `POST /claims` of your board.',
      'Use the fault `none`.',
    ],
    teaches: { page: 'training.md#claims', section: 7 },
    solution: `curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine'
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "none"}'`,
    nearMiss: `curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine'
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
    claim: 'none',
    revealsFaults: true,
  },
  ...Object.assign({}, ...Object.entries(FAULTS_TO_FIND).map((entry) => requestAndFind(...entry))),
})
