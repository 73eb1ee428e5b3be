import type { Challenge } from '../../challenge.js'

export const reportCorrectResponse: Challenge = {
  name: 'report-correct-response',
  level: 'faults',
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
}
