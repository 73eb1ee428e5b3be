import { type Static, Type } from '@sinclair/typebox'
import { component, nullable } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import { httpStatus, list, string, stringEnum, wholeNumber } from '../../contract/schemas/values.js'
import { LearnerRequest } from '../claims/schemas.js'

/** What learners see, too. */
const { time, method, route, status, size, duration, requestId } = LearnerRequest.properties

export const RecordedRequest = component('RecordedRequest', 'A request to a variant and its response.', {
  number: Type.Integer({
    minimum: 1,
    description: 'The number of the request. The first request ever recorded has number 1.',
  }),
  time,
  ordinal: nullable(wholeNumber('The ordinal number in the fault plan; `null` if the request has none.')),
  method,
  route,
  path: string(
    'The path below the base URL of the board, without the query. Only the first 1,024 characters are recorded.',
  ),
  query: nullable(
    string(
      'The query, at most its first 1,024 characters; `null` if there is none. Secrets are replaced by `[redacted]`.',
    ),
  ),
  status,
  size,
  duration,
  requestId,
  drawn: list(Type.String(), 'The faults that the request drew or chose.'),
  changed: list(Type.String(), 'The faults that changed the response.'),
})

export const JournalPage = component(
  'JournalPage',
  'A page of the log, newest first.',
  pageProperties(RecordedRequest, 'requests'),
)
export type JournalPage = Static<typeof JournalPage>

/** The start of an exported log, shortened. */
export const LOG_EXAMPLE = `{"log":1,"version":"2.0.0","edition":"current","board":"w5kd3r7ztq2xhv6m4nbjc2oyla","time":"2026-03-02T09:30:00.000Z","lastRequest":1,"restarts":0,"defectsNumber":0,"exercise":null,"drill":null}
{"number":1,"time":"2026-03-02T09:29:41.250Z","method":"GET","path":"/api/v1/tasks","query":null,"status":200,"requestId":"mine","changed":[]}
`

export const RequestQuery = Type.Object({
  ...pagingParameters('requests'),
  format: Type.Optional(stringEnum(['log'], { description: 'Returns the whole log as lines of JSON.' })),
  faulted: Type.Optional(
    stringEnum(['true', 'false'], {
      description:
        'Returns only requests whose response was changed by a fault (`true`), or only the other requests (`false`).',
    }),
  ),
  status: Type.Optional(httpStatus('Returns only requests whose response has this status.')),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Returns only requests whose response was sent at this time or later.',
    }),
  ),
})
