import { type Static, Type } from '@sinclair/typebox'
import { timestamp } from './builders.js'

export const ErrorBody = Type.Object(
  {
    timestamp: timestamp('When the error occurred.'),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    error: Type.String({ description: 'The reason phrase of the status.', examples: ['Not Found'] }),
    message: Type.String({
      description: 'The cause, for people.',
      examples: ['Task not found with id: 999'],
    }),
    path: Type.String({ description: 'The path of the request, without the query.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Only where validation failed: every offending field with what is wrong with it.',
      }),
    ),
  },
  { $id: 'Error', description: 'What every error answers with.' },
)
export type ErrorBody = Static<typeof ErrorBody>
