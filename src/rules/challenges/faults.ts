import { ANY, challengesIn, onVariant, type Solutions } from './challenge.js'

/** The options of curl that create a task. */
const CREATION = ` -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`

/**
 * The faults that learners request, and then find. A line `name | title | what to ask for | request | path` starts each one:
 * the request is the start of the hint that says which request can have the fault, and the path has its options for curl.
 * The sign of the fault in a response follows, the first two hints for finding it, and a command that succeeds if a response
 * has the fault.
 */
const FAULTS_TO_FIND = `
slow-response | A slow response | a slow response | Read a task | /tasks/1
  The response takes at least two seconds.
  Measure the time of each response.
  A correct response takes some milliseconds.
  [ "$(curl -s -o /dev/null -w '%{time_total}' $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | cut -d . -f 1)" -ge 1 ]
server-error | A server error | the status 500 | Read a task | /tasks/1
  The status is 500.
  Look at the status of each response.
  The status is 500, although the request is right.
  curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q '"status":500'
search-case | A search that has become strict | a search that misses a task because of case | Search the list | /tasks?search=CHECKOUT
  A word in capital letters finds nothing, although a task contains it in small letters.
  Search for a word in capital letters that a task has in small letters.
  The list is empty, although a task contains the word.
  curl -s "$BOARD/api/buggy/tasks?search=CHECKOUT" -H 'X-Request-Id: mine' | grep -q '"totalElements":0'
missing-fields | A field that is missing | a task without one of its fields | Read a task | /tasks/1
  'description' or 'priority' is missing.
  Check that each task has all fields.
  \`description\` or \`priority\` is missing. A task without a description has \`"description": null\`.
  ! curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'description.*priority'
pagination | Page numbers that cannot be right | wrong page numbers | Read the list | /tasks
  'totalPages' or 'currentPage' is off by one.
  Compute 'totalPages' from 'totalElements' and 'pageSize'.
  'totalPages' is not 'totalElements' / 'pageSize', rounded up, or 'currentPage' is not the page that you have asked for.
  ! curl -s $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' | grep -q '"totalPages":1,"currentPage":0'
date-mix | A date that is a number | a mixture of date formats | Read a task | /tasks/1
  'createdAt' or 'updatedAt' is a number.
  Check the type of each time.
  'createdAt' or 'updatedAt' is a number instead of a string.
  curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'At":[0-9]'
wrong-status | A creation with the wrong status | the wrong status of a creation | Create a task | /tasks${CREATION}
  The status is 200 instead of 201.
  Create tasks, and look at the status.
  The status is 200 instead of 201. The task is created.
  curl -si $BOARD/api/buggy/tasks -H 'X-Request-Id: mine'${CREATION} | grep -q '200 OK'
`

/** Returns the name of a fault, and the texts of the challenge to request it, and of the one to find it. */
function toChallenges(block: string): { fault: string; texts: string } {
  const [heading = '', sign = '', first = '', second = '', until = ''] = block.split(/\n\s*/)
  const [fault = '', title = '', ask = '', request = '', target = ''] = heading.split(' | ')
  const [, path = '', options = ''] = /^(\S+)(.*)$/.exec(target) ?? []
  const reproduce = (variant: string) => `curl "$BOARD/api/${variant}${path}"${options} -H 'Prefer: fault=${fault}'`
  const claim = (claimed: string) => `curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "${claimed}"}'`
  const texts = `
reproduce-${fault} | On demand: ${title.charAt(0).toLowerCase()}${title.slice(1)} | faults.md#${fault}, section 7
  Ask buggy for ${ask}, and get it.
  - buggy reads the header 'Prefer', so you can ask for a fault.
  - ${request} with the preference 'fault', and the name of the fault.
  - Send 'Prefer: fault=${fault}' to buggy. ${sign}
  $ ${reproduce('buggy')}
  ≠ ${reproduce('v1')}
find-${fault} | ${title} | training.md#claims, section 7
  Find a response of buggy with this fault without asking for it, and report it: ${sign}
  - ${first}
  - ${second}
  - Report the 'X-Request-Id' of the response to 'POST /claims' of your board, with the fault '${fault}'.
  = until ${until}; do :; done
  $ ${claim(fault)}
  ≠ ${claim(fault === 'date-mix' ? 'slow-response' : 'date-mix')}`
  return { fault, texts: texts.trim() }
}

const FOUND = FAULTS_TO_FIND.trim()
  .split(/\n(?!\s)/)
  .map(toChallenges)

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
${FOUND.map(({ texts }) => texts).join('\n')}
`

export const FAULTS = challengesIn('faults', TEXTS, {
  'no-fault': onVariant('buggy', ANY, ANY, ({ header }) => header('preference-applied') === 'fault=none'),
  'two-faults': onVariant('buggy', ANY, ANY, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.size > 1),
  'report-correct-response': { claim: 'none', revealsFaults: true },
  ...Object.assign({}, ...FOUND.map(({ fault }) => solutionsOf(fault))),
})
