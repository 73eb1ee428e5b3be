import type { Challenge } from '../../challenge.js'

export const findDateMix: Challenge = {
  name: 'find-date-mix',
  level: 'faults',
  title: 'A date that is a number',
  task: 'Find a response of buggy with this fault without asking for it, and report it: `createdAt` or `updatedAt` is a number.',
  hints: [
    'Check the type of each time.',
    '`createdAt` or `updatedAt` is a number instead of a text.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `date-mix`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'At":[0-9]'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  nearMiss: `until curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'At":[0-9]'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "slow-response"}'`,
  claim: 'date-mix',
  revealsFaults: true,
}
