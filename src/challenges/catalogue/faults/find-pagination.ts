import type { Challenge } from '../../challenge.js'

export const findPagination: Challenge = {
  name: 'find-pagination',
  level: 'faults',
  title: 'Page numbers that cannot be right',
  task: 'Find a response of buggy with this fault without asking for it, and report it: `totalPages` or `currentPage` is off by one.',
  hints: [
    'Compute `totalPages` from `totalElements` and `pageSize`.',
    '`totalPages` is not `totalElements` / `pageSize`, rounded up, or `currentPage` is not the page that you have asked for.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `pagination`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until ! curl -s $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' | grep -q '"totalPages":1,"currentPage":0'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "pagination"}'`,
  nearMiss: `until ! curl -s $BOARD/api/buggy/tasks -H 'X-Request-Id: mine' | grep -q '"totalPages":1,"currentPage":0'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'pagination',
  revealsFaults: true,
}
