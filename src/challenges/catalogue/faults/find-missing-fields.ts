import type { Challenge } from '../../challenge.js'

export const findMissingFields: Challenge = {
  name: 'find-missing-fields',
  level: 'faults',
  title: 'A field that is missing',
  task: 'Find a response of buggy with this fault without asking for it, and report it: `description` or `priority` is missing.',
  hints: [
    'Check that each task has all fields.',
    '`description` or `priority` is missing. A task without a description has `"description": null`.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `missing-fields`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until ! curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'description.*priority'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "missing-fields"}'`,
  nearMiss: `until ! curl -s $BOARD/api/buggy/tasks/1 -H 'X-Request-Id: mine' | grep -q 'description.*priority'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'missing-fields',
  revealsFaults: true,
}
