import type { Challenge } from '../../challenge.js'

export const findSlowResponse: Challenge = {
  name: 'find-slow-response',
  level: 'faults',
  title: 'A slow response',
  task: 'Find a response of buggy with this fault without asking for it, and report it: The response takes at least two seconds.',
  hints: [
    'Measure the time of each response.',
    'A correct response takes some milliseconds.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `slow-response`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until [ "$(curl -s -o /dev/null -w '%{time_total}' $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | cut -d . -f 1)" -ge 1 ]; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "slow-response"}'`,
  nearMiss: `until [ "$(curl -s -o /dev/null -w '%{time_total}' $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | cut -d . -f 1)" -ge 1 ]; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'slow-response',
  revealsFaults: true,
}
