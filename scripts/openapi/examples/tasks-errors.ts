import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { TOKEN_REFUSALS } from '../../../src/api/auth/tokens.js'
import * as error from '../../../src/contract/errors.js'
import { RETRY_AFTER_SECONDS } from '../../../src/contract/limits.js'
import { badRequests, commonCauses } from './causes.js'
import { type Cause, type Components, causeOf, invalidField, invalidValue } from './example.js'

/** An id that no example has. */
const UNKNOWN_ID = 999

/** Returns the causes of errors with this status that the operation can return. */
export function errorCauses(status: string, operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const { operationId = '' } = operation
  const isUpload = operationId === 'uploadAttachments'
  switch (status) {
    case '400':
      return invalidRequests(operation, components)
    case '401':
      return [causeOf(operationId === 'login' ? new error.InvalidCredentials() : new error.TokenMissing())]
    case '403':
      return isOpen(operation) ? [causeOf(new error.InvalidRefreshToken())] : refusals(operation)
    case '404':
      return notFound(operationId)
    case '413':
      return isUpload ? [causeOf(new error.UploadTooLarge())] : commonCauses(status, operation)
    case '415': {
      const [unsupported, ...encoded] = commonCauses(status, operation)
      return isUpload
        ? [causeOf(new error.UnsupportedMediaType('multipart/form-data')), ...encoded]
        : [unsupported as Cause, ...encoded]
    }
    case '429':
      return [causeOf(new error.TooManyRequests('with a wrong username or password', RETRY_AFTER_SECONDS))]
    default:
      return commonCauses(status, operation)
  }
}

const INVALID_ID = 'first'

function invalidRequests(operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const parameters = (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]
  const { operationId = '' } = operation
  const uploadErrors = operationId === 'uploadAttachments' ? UPLOAD_ERRORS : []
  const invalidIds = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) =>
      causeOf(invalidValue(name, schema, 'params'), {
        name: `invalid-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        parameters: { [name]: INVALID_ID },
      }),
    )
  return badRequests(
    operation,
    [...uploadErrors.map((each) => causeOf(each)), ...invalidField(operation, components)],
    [...unknownValues(parameters), ...invalidIds],
  )
}

function unknownValues(parameters: OpenAPIV3.ParameterObject[]): Cause[] {
  return parameters
    .filter(({ in: place, schema }) => place === 'query' && schema !== undefined && 'enum' in schema)
    .map(({ name, schema }) => causeOf(invalidValue(name, schema, 'querystring'), { name: `unknown-${name}` }))
}

/** The errors of an upload. */
const UPLOAD_ERRORS = [
  new error.FileTooLarge('huge.png'),
  new error.TooManyFiles('fourth.txt'),
  new error.FilesMissing(),
  new error.FileInWrongPart('quotes.txt'),
  new error.FileNameInvalid(),
  new error.MalformedMultipart(),
]

function refusals({ operationId = '', responses }: OpenAPIV3.OperationObject): Cause[] {
  const causes = Object.entries(TOKEN_REFUSALS).map(([name, reason]) =>
    causeOf(new error.InvalidToken(reason), { name: `token-${name}` }),
  )
  return [
    // A missing token has a status of its own in some editions.
    ...causes.filter(({ name }) => !('401' in responses) || name !== 'token-missing'),
    ...(operationId === 'deleteAllTasks' ? [causeOf(new error.RoleRequired('ADMIN'))] : []),
  ]
}

function notFound(operationId: string): Cause[] {
  const unknown = (cause: FastifyError, parameter: string) =>
    causeOf(cause, { parameters: { [parameter]: String(UNKNOWN_ID) } })
  return [
    unknown(new error.TaskNotFound(UNKNOWN_ID), 'id'),
    ...(/^(update|delete)Comment$/.test(operationId)
      ? [unknown(new error.CommentNotFound(UNKNOWN_ID), 'commentId')]
      : []),
    ...(/^(download|delete)Attachment$/.test(operationId)
      ? [unknown(new error.AttachmentNotFound(UNKNOWN_ID), 'attachmentId')]
      : []),
  ]
}

function isOpen({ security }: OpenAPIV3.OperationObject): boolean {
  return security?.length === 0
}
