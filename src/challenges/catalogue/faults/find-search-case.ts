import type { Challenge } from '../../challenge.js'

export const findSearchCase: Challenge = {
  name: 'find-search-case',
  level: 'faults',
  title: 'A search that has become strict',
  task: 'Find a response of buggy with this fault without asking for it, and report it: A word in capital letters finds nothing, although a task contains it in small letters.',
  hints: [
    'Search for a word in capital letters that a task has in small letters.',
    'The list is empty, although a task contains the word.',
    'Report the `X-Request-Id` of the response to `POST /claims` of your board, with the fault `search-case`.',
  ],
  teaches: { page: 'training.md#claims', section: 7 },
  solution: `until curl -s "$BOARD/api/buggy/tasks?search=CHECKOUT" -H 'X-Request-Id: mine' | grep -q '"totalElements":0'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "search-case"}'`,
  nearMiss: `until curl -s "$BOARD/api/buggy/tasks?search=CHECKOUT" -H 'X-Request-Id: mine' | grep -q '"totalElements":0'; do :; done
curl $BOARD/claims -H "$JSON" -d '{"requestId": "mine", "fault": "date-mix"}'`,
  claim: 'search-case',
  revealsFaults: true,
}
