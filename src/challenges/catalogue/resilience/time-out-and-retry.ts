import { type Challenge, onVariant } from '../../challenge.js'
import { targetOf } from '../../look.js'

export const timeOutAndRetry: Challenge = {
  name: 'time-out-and-retry',
  level: 'resilience',
  title: 'A second attempt',
  task: 'Give up on a slow response of buggy, and send the same request again until it succeeds.',
  hints: [
    'This is what a client does that has a time limit and retries.',
    'The second request must have the same method and path, with the same query.',
    'Use `curl -m 1` with `Prefer: fault=slow-response`, and then the same without `Prefer`.',
  ],
  teaches: { page: 'faults.md', section: 7 },
  solution: `curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/1`,
  nearMiss: `curl -m 1 $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=slow-response' || curl $BOARD/api/buggy/tasks/2`,
  steps: [onVariant('buggy', '*', 499, targetOf), onVariant('buggy', '*', [200, 201, 204], targetOf)],
}
