import { type Challenge, onVariant } from '../../challenge.js'
import { targetOf } from '../../look.js'

export const retryRead: Challenge = {
  name: 'retry-read',
  level: 'resilience',
  title: 'Survive a flaky endpoint',
  task: 'Repeat a request to buggy that failed with 500, until it succeeds.',
  hints: [
    'About one in ten responses of buggy is a 500.',
    'A request that failed with 500 has changed nothing, so you may repeat it.',
    'Send exactly the same request again, for example with `curl --retry`.',
  ],
  teaches: { page: 'faults.md#server-error', section: 7 },
  solution: `until curl -sf $BOARD/api/buggy/tasks/1; do :; done`,
  nearMiss: `curl -s $BOARD/api/buggy/tasks/1
curl -s $BOARD/api/buggy/tasks/2`,
  steps: [
    onVariant(
      'buggy',
      '*',
      500,
      (exchange) => !exchange.hasChosenFaults && exchange.method === 'GET' && targetOf(exchange),
    ),
    onVariant(
      'buggy',
      '*',
      200,
      (exchange) => !exchange.hasChosenFaults && exchange.method === 'GET' && targetOf(exchange),
    ),
  ],
  revealsFaults: true,
}
