import { type Challenge, on } from '../../challenge.js'

export const ownRequestId: Challenge = {
  name: 'own-request-id',
  level: 'first-steps',
  title: 'Name your request',
  task: 'Read the list with a request id of your own, so that you find the request in the journal again.',
  hints: [
    'Each response has an `X-Request-Id`.',
    'A request can send the same header.',
    'With curl, add `-H "X-Request-Id: mine"`.',
  ],
  teaches: { page: 'variants.md#headers-of-every-response', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H 'X-Request-Id: mine'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H 'Request-Id: mine'
curl $BOARD/api/v1/tasks -H 'X-Request-Id: not valid'`,
  steps: [
    on('GET /tasks', 200, ({ sentHeader, header }) => {
      const id = sentHeader('x-request-id') ?? ''
      return id !== '' && !id.startsWith('board-page:') && header('x-request-id') === id
    }),
  ],
}
