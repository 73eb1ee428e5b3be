import { ANY, CREATED, challengesIn, onVariant, type Solutions } from './challenge.js'
import { attemptOf, repeatedBy } from './look.js'
import type { Observed } from './observed.js'

const SUCCESS = [200, 201, 204]

/** A client can give up before a busy service draws the fault that it has asked for. */
function isSlow({ faults, sentHeader }: Observed): boolean {
  return faults.has('slow-response') || sentHeader('prefer')?.includes('slow-response') === true
}

const TEXTS = `
retry-read | Survive a flaky endpoint | faults.md#server-error, section 7
  Repeat a request to buggy that failed with 500, although it did not ask for a fault, until it succeeds.
  - About one in ten responses of buggy is a 500.
  - A request that failed with 500 has changed nothing, so you may repeat it.
  - Send exactly the same request again, for example with 'curl --retry'. The service compares the method, the path, the query, and a JSON body that has arrived.
  $ until curl -sf $BOARD/api/buggy/tasks/1; do :; done
  ≠ curl -s $BOARD/api/buggy/tasks/1
  ≠ curl -s $BOARD/api/buggy/tasks/2
retry-create | Create exactly one task | faults.md#server-error, section 7
  Create a task through buggy with a request that first fails with 500, although it does not ask for a fault. Repeat the same request until it succeeds.
  - A POST is not idempotent, so a repetition can create two tasks. Here, a 500 has created none.
  - Repeat the POST, and do not look for the task of the first attempt.
  - The status of the success is 201. With another fault, it can be 200.
  $ until curl -sf $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'; do :; done
  ≠ curl -s $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl -s $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
time-out | Do not wait forever | faults.md, section 7
  Give up on a slow response of buggy before it arrives.
  - A slow response takes at least two seconds.
  - Set a time limit in your client.
  - With curl, use \`-m 1\`, and ask for a slow response with \`-H 'Prefer: fault=slow-response'\`.
  $ curl -m 1 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response' || true
  ≠ curl -m 9 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response'
time-out-and-retry | A second attempt | faults.md, section 7
  Give up on a slow response of buggy, and send the same request again until it succeeds.
  - Clients with a time limit and retries do this.
  - The second request must have the same method, path, query and JSON body. Files, and a body that has not arrived, are not compared.
  - Use 'curl -m 1' with 'Prefer: fault=slow-response', and then the same without 'Prefer'.
  $ curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/1
  ≠ curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/2
`

const STEPS: Solutions = {
  'retry-read': {
    steps: [
      onVariant('buggy', ANY, 500, (exchange) => !exchange.hasChosenFaults && attemptOf(exchange)),
      onVariant('buggy', ANY, SUCCESS, (exchange) => !exchange.hasChosenFaults && repeatedBy(exchange)),
    ],
    revealsFaults: true,
  },
  'retry-create': {
    steps: [
      onVariant('buggy', 'POST /tasks', 500, (exchange) => !exchange.hasChosenFaults && attemptOf(exchange)),
      onVariant('buggy', 'POST /tasks', CREATED, (exchange) => !exchange.hasChosenFaults && repeatedBy(exchange)),
    ],
    revealsFaults: true,
  },
  'time-out': onVariant('buggy', ANY, 499, isSlow),
  'time-out-and-retry': [
    onVariant('buggy', ANY, 499, (exchange) => isSlow(exchange) && attemptOf(exchange)),
    onVariant('buggy', ANY, SUCCESS, repeatedBy),
  ],
}

export const RESILIENCE = challengesIn('resilience', TEXTS, STEPS)
