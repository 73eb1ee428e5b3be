import { type Challenge, on } from '../../challenge.js'

export const unknownExpectation: Challenge = {
  name: 'unknown-expectation',
  level: 'errors',
  title: 'An unsupported expectation',
  task: 'Send a request with an `Expect` header that the service does not support.',
  hints: [
    'The only expectation in use is `100-continue`.',
    'Invent another one.',
    'Send `Expect: coffee`. The status is 417.',
  ],
  teaches: { page: 'errors.md#messages', section: 7 },
  solution: `curl $BOARD/api/v1/tasks -H 'Expect: coffee'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H 'Accept: coffee'`,
  steps: [on('*', 417)],
}
