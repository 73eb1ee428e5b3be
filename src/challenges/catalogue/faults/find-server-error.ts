import type { Challenge } from '../../challenge.js'

export const findServerError: Challenge = {
  name: 'find-server-error',
  level: 'faults',
  title: 'A server error',
  task: 'Find a response of buggy with this fault without asking for it, and report it: The status is 500.',
  hints: [
    'Look at the status of each response.',
    'The status is 500, although the request is right.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `server-error`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q '"status":500'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "server-error"}'`,
  nearMiss: `until curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q '"status":500'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'server-error',
  revealsFaults: true,
}
