import type { Challenge } from '../../challenge.js'

export const findWrongStatus: Challenge = {
  name: 'find-wrong-status',
  level: 'faults',
  title: 'A creation with the wrong status',
  task: 'Find a response of buggy with this fault without asking for it, and report it: The status is 200 instead of 201.',
  hints: [
    'Create tasks, and look at the status.',
    'The status is 200 instead of 201. The task is created.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `wrong-status`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until curl -si $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' -H "$JSON" -d '{"title": "Pack", "status": "TODO"}' | grep -q '200 OK'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "wrong-status"}'`,
  nearMiss: `until curl -si $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' -H "$JSON" -d '{"title": "Pack", "status": "TODO"}' | grep -q '200 OK'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'wrong-status',
  revealsFaults: true,
}
