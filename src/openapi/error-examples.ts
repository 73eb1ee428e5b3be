import type { TObject, TSchema } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { TOKEN_REFUSALS } from '../auth/token-refusals.js'
import {
  AttachmentNotFound,
  CommentNotFound,
  EncodedBody,
  FileInWrongPart,
  FileNameInvalid,
  FilesMissing,
  FileTooLarge,
  InternalError,
  InvalidCredentials,
  InvalidRefreshToken,
  InvalidToken,
  JsonTooLarge,
  MalformedJson,
  MalformedMultipart,
  MalformedUrl,
  RoleRequired,
  StoreUnavailable,
  TaskNotFound,
  TokenMissing,
  TooBusy,
  TooManyFiles,
  TooManyRequests,
  UnsupportedMediaType,
  UploadTooLarge,
} from '../contract/errors.js'
import { JSON_BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from '../contract/limits.js'
import { LoginRequest, RefreshRequest } from '../contract/schemas/auth.js'
import { CommentInput } from '../contract/schemas/comment.js'
import { ReorderInput, TaskInput, TaskListQuery, TaskParams } from '../contract/schemas/task.js'
import { type Cause, causeOf, type InvalidField, invalidField, invalidValue } from './add-examples.js'

/** An id that no example has. */
const UNKNOWN_ID = 999

/** Returns the causes of errors with this status that the operation can return. */
export function errorCauses(
  status: string,
  operation: OpenAPIV3.OperationObject,
  components: readonly TSchema[],
): Cause[] {
  const { operationId = '' } = operation
  const isUpload = operationId === 'uploadAttachments'
  switch (status) {
    case '400':
      return badRequests(operation, components)
    case '401':
      return [causeOf(operationId === 'login' ? new InvalidCredentials() : new TokenMissing())]
    case '403':
      return isOpen(operation) ? [causeOf(new InvalidRefreshToken())] : refusals(operation)
    case '404':
      return notFound(operationId)
    case '413':
      return [causeOf(isUpload ? new UploadTooLarge() : new JsonTooLarge(JSON_BODY_BYTES_MAX))]
    case '415':
      return [
        causeOf(new UnsupportedMediaType(isUpload ? 'multipart/form-data' : undefined)),
        ...(operation.requestBody === undefined ? [] : [causeOf(new EncodedBody())]),
      ]
    case '429':
      return [causeOf(new TooManyRequests('with a wrong username or password', RETRY_AFTER_SECONDS))]
    case '503':
      return [causeOf(new StoreUnavailable()), causeOf(new TooBusy())]
    default:
      return [causeOf(new InternalError())]
  }
}

const INVALID_ID = 'first'

/** Returns the causes of a 400. */
function badRequests(operation: OpenAPIV3.OperationObject, components: readonly TSchema[]): Cause[] {
  const { operationId = '', parameters = [], requestBody } = operation
  const invalid = invalidFieldOf(operation, components)
  const causes = [
    ...(operationId === 'uploadAttachments' ? UPLOAD_ERRORS.map((error) => causeOf(error)) : []),
    ...(invalid === undefined ? [] : [causeOf(invalid)]),
    ...(hasJsonBody(requestBody) ? [causeOf(new MalformedJson())] : []),
    ...unknownValues(parameters as OpenAPIV3.ParameterObject[]),
    ...(parameters as OpenAPIV3.ParameterObject[])
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) =>
        causeOf(invalidValue(name, TaskParams.properties.id, 'params'), {
          name: `invalid-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
          parameters: { [name]: INVALID_ID },
        }),
      ),
  ]
  return causes.length > 0 ? causes : [causeOf(new MalformedUrl())]
}

/** Returns the causes of a 400 for query parameters with an enumeration. */
function unknownValues(parameters: OpenAPIV3.ParameterObject[]): Cause[] {
  return parameters
    .filter(({ in: place, schema }) => place === 'query' && schema !== undefined && 'enum' in schema)
    .map(({ name, schema }) => causeOf(invalidValue(name, schema, 'querystring'), { name: `unknown-${name}` }))
}

/** The errors of an upload. */
const UPLOAD_ERRORS = [
  new FileTooLarge('huge.png'),
  new TooManyFiles('fourth.txt'),
  new FilesMissing(),
  new FileInWrongPart('quotes.txt'),
  new FileNameInvalid(),
  new MalformedMultipart(),
]

/** Returns the causes of a 403 for an operation that requires an access token. */
function refusals({ operationId = '', responses }: OpenAPIV3.OperationObject): Cause[] {
  const causes = Object.entries(TOKEN_REFUSALS).map(([name, reason]) =>
    causeOf(new InvalidToken(reason), { name: `token-${name}` }),
  )
  return [
    // A missing token has a status of its own in some editions.
    ...causes.filter(({ name }) => !('401' in responses) || name !== 'token-missing'),
    ...(operationId === 'deleteAllTasks' ? [causeOf(new RoleRequired('ADMIN'))] : []),
  ]
}

/** Returns the causes of a 404. */
function notFound(operationId: string): Cause[] {
  const unknown = (error: FastifyError, parameter: string) =>
    causeOf(error, { parameters: { [parameter]: String(UNKNOWN_ID) } })
  return [
    unknown(new TaskNotFound(UNKNOWN_ID), 'id'),
    ...(/^(update|delete)Comment$/.test(operationId) ? [unknown(new CommentNotFound(UNKNOWN_ID), 'commentId')] : []),
    ...(/^(download|delete)Attachment$/.test(operationId)
      ? [unknown(new AttachmentNotFound(UNKNOWN_ID), 'attachmentId')]
      : []),
  ]
}

/** Whether an operation requires no access token. */
function isOpen({ security }: OpenAPIV3.OperationObject): boolean {
  return security?.length === 0
}

/** An invalid field for each operation. */
const INVALID_FIELDS: Record<string, InvalidField> = {
  listTasks: ['size', TaskListQuery, 'querystring'],
  createTask: ['title', TaskInput, 'body'],
  replaceTask: ['title', TaskInput, 'body'],
  reorderTask: ['targetStatus', ReorderInput, 'body'],
  createComment: ['text', CommentInput, 'body'],
  updateComment: ['text', CommentInput, 'body'],
  login: ['username', LoginRequest, 'body'],
  refresh: ['refreshToken', RefreshRequest, 'body'],
}

function invalidFieldOf(
  { operationId = '', requestBody }: OpenAPIV3.OperationObject,
  components: readonly TSchema[],
): FastifyError | undefined {
  const field = INVALID_FIELDS[operationId]
  if (field === undefined) return undefined
  const [name, object, part] = field
  if (part === 'body' && requestBody === undefined) return undefined
  const known = components.find(({ $id }) => $id !== undefined && $id === object.$id) as TObject | undefined
  return invalidField([name, known ?? object, part])
}

function hasJsonBody(body: OpenAPIV3.OperationObject['requestBody']): boolean {
  return body !== undefined && 'content' in body && 'application/json' in body.content
}
