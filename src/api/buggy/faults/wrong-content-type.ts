import type { Fault } from '../fault.js'

const MEDIA_TYPES = ['text/html; charset=utf-8', 'text/plain; charset=utf-8']

export const wrongContentType: Fault = {
  name: 'wrong-content-type',
  part: 'body',
  scope: 'successful responses with JSON',
  effect: 'The `Content-Type` is `text/html` or `text/plain`. The body is correct.',
  send(reply, text, draw) {
    reply.header('content-type', MEDIA_TYPES[draw.index('type', MEDIA_TYPES.length)])
    return text
  },
}
