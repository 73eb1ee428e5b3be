import type { Fault } from '../fault.js'

export const emptyResponse: Fault = {
  name: 'empty-response',
  part: 'body',
  scope: 'successful responses with JSON',
  effect: 'The body is empty. The status and the headers are correct, and the operation has run.',
  hidesContent: true,
  send: () => '',
}
