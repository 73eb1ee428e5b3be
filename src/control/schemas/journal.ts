import { type Static, Type } from '@sinclair/typebox'
import { nullable, stringEnum, timestamp } from '../../schemas/builders.js'
import { pageProperties, pagingParameters } from '../../schemas/paging.js'

export const RecordedRequest = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      description: 'Its place in the journal, counted from the first ever.',
    }),
    time: timestamp('When it was answered.'),
    ordinal: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Its ordinal number in the plan of faults, where it took one.',
      }),
    ),
    method: Type.String(),
    route: nullable(
      Type.String({ description: 'The pattern of the route; `null` where there is nothing at the path.' }),
    ),
    path: Type.String({ description: 'The path below the base URL of the board, without the query.' }),
    status: Type.Integer({ description: 'The status of the answer, faults included.' }),
    duration: Type.Number({ minimum: 0, description: 'How long the answer took, in milliseconds.' }),
    requestId: Type.String({ description: 'The `X-Request-Id` of the answer.' }),
    drawn: Type.Array(Type.String(), { description: 'The faults that it drew or asked for.' }),
    changed: Type.Array(Type.String(), { description: 'Those of them that have changed the answer.' }),
  },
  { $id: 'RecordedRequest', description: 'A request to a variant that was answered.' },
)
export type RecordedRequest = Static<typeof RecordedRequest>

export const JournalPage = Type.Object(pageProperties(RecordedRequest, 'requests'), {
  $id: 'JournalPage',
  description: 'One page of the journal, the last request first.',
})

export const JournalQueryString = Type.Object({
  ...pagingParameters('requests'),
  faulted: Type.Optional(
    stringEnum(['true', 'false'], {
      description: 'Only requests whose answers a fault has changed, or only the others.',
    }),
  ),
  status: Type.Optional(
    Type.Integer({ minimum: 100, maximum: 599, description: 'Only requests that were answered so.' }),
  ),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only requests that were answered then or later.' }),
  ),
})
