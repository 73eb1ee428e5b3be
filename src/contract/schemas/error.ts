import { type Static, Type } from '@sinclair/typebox'
import { component } from './builders.js'
import { string, timestamp } from './values.js'

export const ErrorBody = component('ErrorResponse', 'The body of every error response.', {
  timestamp: timestamp('When the error occurred.'),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status code.', examples: [404] }),
  error: Type.String({ description: 'The reason phrase of the status.', examples: ['Not Found'] }),
  message: Type.String({
    description: 'The cause, in human-readable form.',
    examples: ['Task not found with id: 999'],
  }),
  path: string('The path of the request, without the query.'),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Only on validation failure: a message for every invalid field.',
    }),
  ),
})
export type ErrorBody = Static<typeof ErrorBody>
