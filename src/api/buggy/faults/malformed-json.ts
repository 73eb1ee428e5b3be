import type { Fault } from '../fault.js'

export const malformedJson: Fault = {
  name: 'malformed-json',
  part: 'body',
  scope: 'successful responses with JSON',
  effect: 'The body is not valid JSON: its last bracket is missing, or has a comma before it.',
  hidesContent: true,
  send(_reply, text, draw) {
    const start = text.slice(0, -1)
    return draw.index('form', 2) === 0 ? start : `${start},${text.slice(-1)}`
  },
}
