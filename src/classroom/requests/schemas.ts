import { type Static, Type } from '@sinclair/typebox'
import { component, nullable } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import { httpStatus, list, string, stringEnum, wholeNumber } from '../../contract/schemas/values.js'
import { LearnerRequest } from '../training/schemas/claim.js'

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

export const RequestQuery = Type.Object({
  ...pagingParameters('requests'),
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
