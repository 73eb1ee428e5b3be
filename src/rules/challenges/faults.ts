import { ANY, challengesIn, onVariant, type Solutions } from './challenge.js'

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
    sign: "'description' or 'priority' is missing.",
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
    sign: "'totalPages' or 'currentPage' is off by one.",
    request: 'Read the list',
    path: '/tasks',
    hints: [
      "Compute 'totalPages' from 'totalElements' and 'pageSize'.",
      "'totalPages' is not 'totalElements' / 'pageSize', rounded up, or 'currentPage' is not the page that you have asked for.",
    ],
    until: `! curl -s $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' | grep -q '"totalPages":1,"currentPage":0'`,
  },
  'date-mix': {
    title: 'A date that is a number',
    ask: 'a mixture of date formats',
    sign: "'createdAt' or 'updatedAt' is a number.",
    request: 'Read a task',
    path: '/tasks/1',
    hints: ['Check the type of each time.', "'createdAt' or 'updatedAt' is a number instead of a string."],
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

/** Returns the texts of the challenge to request a fault, and of the one to find it. */
function textsOf(fault: string, about: FaultToFind): string {
  const { title, ask, sign, request, path, options = '', hints, until } = about
  const reproduce = (variant: string) => `curl "$BOARD/api/${variant}${path}"${options} -H 'Prefer: fault=${fault}'`
  const claim = (claimed: string) => `curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "${claimed}"}'`
  return `
reproduce-${fault} | On demand: ${title.charAt(0).toLowerCase()}${title.slice(1)} | faults.md#${fault}, section 7
  Ask buggy for ${ask}, and get it.
  - buggy reads the header 'Prefer', so you can ask for a fault.
  - ${request} with the preference 'fault', and the name of the fault.
  - Send 'Prefer: fault=${fault}' to buggy. ${sign}
  $ ${reproduce('buggy')}
  ≠ ${reproduce('v1')}
find-${fault} | ${title} | training.md#claims, section 7
  Find a response of buggy with this fault without asking for it, and report it: ${sign}
  - ${hints.join('\n  - ')}
  - Report the 'X-Request-Id' of the response to 'POST /claims' of your board, with the fault '${fault}'.
  = until ${until}; do :; done
  $ ${claim(fault)}
  ≠ ${claim(fault === 'date-mix' ? 'slow-response' : 'date-mix')}`
}

function solutionsOf(fault: string): Solutions {
  return {
    [`reproduce-${fault}`]: onVariant('buggy', ANY, ANY, ({ hasChosenFaults, faults }) => {
      return hasChosenFaults && faults.has(fault)
    }),
    [`find-${fault}`]: { claim: fault, revealsFaults: true },
  }
}

const TEXTS = `
no-fault | Without faults, please | faults.md#requesting-a-fault, section 7
  Send a request to buggy, and ask it for a response without faults.
  - buggy reads the header 'Prefer'.
  - The preference is called 'fault'.
  - Send 'Prefer: fault=none'.
  $ curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=none'
  ≠ curl $BOARD/api/v1/tasks/1 -H 'Prefer: fault=none'
  ≠ curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=pagination'
two-faults | Two faults at once | faults.md#requesting-a-fault, section 7
  Ask buggy for one response with two faults, and get it.
  - 'Prefer' accepts several faults in quotes.
  - Choose two faults that can act on the same response.
  - Read a task with 'Prefer: fault="date-mix missing-fields"'.
  $ curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix missing-fields"'
  ≠ curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix pagination"'
report-correct-response | Nothing to complain about | training.md#claims, section 7
  Find a correct response of buggy, and report that it is correct.
  - A report needs the 'X-Request-Id' of the response.
  - The operation is 'POST /claims' of your board.
  - Use the fault 'none'.
  = curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine'
  $ curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "none"}'
  ≠ curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'
${Object.entries(FAULTS_TO_FIND)
  .map((entry) => textsOf(...entry).trim())
  .join('\n')}
`

export const FAULTS = challengesIn('faults', TEXTS, {
  'no-fault': onVariant('buggy', ANY, ANY, ({ header }) => header('preference-applied') === 'fault=none'),
  'two-faults': onVariant('buggy', ANY, ANY, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.size > 1),
  'report-correct-response': { claim: 'none', revealsFaults: true },
  ...Object.assign({}, ...Object.keys(FAULTS_TO_FIND).map(solutionsOf)),
})
