import { isIdempotent, isRead } from '../observation.js'
import { notShown, type Row, right, wrong } from '../row.js'

const OF_READS = ['malformed-json', 'wrong-content-type']

export const brokenContent: Row = {
  name: 'broken-content',
  title: 'malformed JSON, a wrong content type, or HTML',
  right: 'treats the response as a failure, and repeats the request',
  // A write with a broken response has succeeded, and its client may not need the body.
  opens: (request) =>
    request.faults.includes('html-error') ||
    (isRead(request) && OF_READS.some((name) => request.faults.includes(name))),
  joinsAttempts: true,
  refusesStorms: true,
  judge({ last, next, requests, end }) {
    if (next !== undefined || requests.length > 1) {
      return right('The client treated the response as a failure: it repeated the request.', next ? [next] : [])
    }
    return isIdempotent(last) && end.claimsSuccess === true
      ? wrong('The client never repeated the request, and reported success at the end.')
      : notShown('The client did not repeat the request. It may have treated the response as a failure.')
  },
}
