import { ANY, CREATED, challengesIn, onVariant } from './challenge.js'
import { attemptOf, repeatedBy } from './look.js'
import type { Observed } from './observed.js'

const SUCCESS = [200, 201, 204]

/** A client can give up before a busy service draws the fault that it has asked for. */
function isSlow({ faults, sentHeader }: Observed): boolean {
  return faults.has('slow-response') || sentHeader('prefer')?.includes('slow-response') === true
}

export const RESILIENCE = challengesIn('resilience', {
  'retry-read': {
    title: 'Survive a flaky endpoint',
    task: 'Repeat a request to buggy that failed with 500, although it did not ask for a fault, until it succeeds.',
    hints: [
      'About one in ten responses of buggy is a 500.',
      'A request that failed with 500 has changed nothing, so you may repeat it.',
      'Send exactly the same request again, for example with `curl --retry`. The service compares the method, the path, the query, and a JSON body that has arrived.',
    ],
    teaches: { page: 'faults.md#server-error', section: 7 },
    solution: `until curl -sf $BOARD/api/buggy/tasks/1; do :; done`,
    nearMiss: `curl -s $BOARD/api/buggy/tasks/1
curl -s $BOARD/api/buggy/tasks/2`,
    steps: [
      onVariant('buggy', ANY, 500, (exchange) => !exchange.hasChosenFaults && attemptOf(exchange)),
      onVariant('buggy', ANY, SUCCESS, (exchange) => !exchange.hasChosenFaults && repeatedBy(exchange)),
    ],
    revealsFaults: true,
  },
  'retry-create': {
    title: 'Create exactly one task',
    task: 'Create a task through buggy with a request that first fails with 500, although it does not ask for a fault. Repeat the same request until it succeeds.',
    hints: [
      'A POST is not idempotent, so a repetition can create two tasks. Here, a 500 has created none.',
      'Repeat the POST, and do not look for the task of the first attempt.',
      'The status of the success is 201. With another fault, it can be 200.',
    ],
    teaches: { page: 'faults.md#server-error', section: 7 },
    solution: `until curl -sf $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'; do :; done`,
    nearMiss: `curl -s $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -s $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    steps: [
      onVariant('buggy', 'POST /tasks', 500, (exchange) => !exchange.hasChosenFaults && attemptOf(exchange)),
      onVariant('buggy', 'POST /tasks', CREATED, (exchange) => !exchange.hasChosenFaults && repeatedBy(exchange)),
    ],
    revealsFaults: true,
  },
  'time-out': {
    title: 'Do not wait forever',
    task: 'Give up on a slow response of buggy before it arrives.',
    hints: [
      'A slow response takes at least two seconds.',
      'Set a time limit in your client.',
      "With curl, use `-m 1`, and ask for a slow response with `-H 'Prefer: fault=slow-response'`.",
    ],
    teaches: { page: 'faults.md', section: 7 },
    solution: `curl -m 1 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response' || true`,
    nearMiss: `curl -m 9 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response'`,
    steps: onVariant('buggy', ANY, 499, isSlow),
  },
  'time-out-and-retry': {
    title: 'A second attempt',
    task: 'Give up on a slow response of buggy, and send the same request again until it succeeds.',
    hints: [
      'Clients with a time limit and retries do this.',
      'The second request must have the same method, path, query and JSON body. Files, and a body that has not arrived, are not compared.',
      'Use `curl -m 1` with `Prefer: fault=slow-response`, and then the same without `Prefer`.',
    ],
    teaches: { page: 'faults.md', section: 7 },
    solution: `curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/1`,
    nearMiss: `curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/2`,
    steps: [
      onVariant('buggy', ANY, 499, (exchange) => isSlow(exchange) && attemptOf(exchange)),
      onVariant('buggy', ANY, SUCCESS, repeatedBy),
    ],
  },
})
