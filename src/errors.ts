import { STATUS_CODES } from 'node:http'
import createError from '@fastify/error'
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  FILE_NAME_MAX,
  JSON_BODY_BYTES_MAX,
  MEBIBYTE,
  UPLOAD_BYTES_MAX,
  UPLOAD_PARTS_MAX,
} from './limits.js'

/**
 * The catalogue of errors: every error that the service answers on purpose, with its status and its
 * message (specification, section 7; decisions 24 to 28). `%s` is filled by the constructor's arguments.
 */

// 400
export const MalformedJson = createError('MALFORMED_JSON', 'Request body is not valid JSON', 400)
export const MalformedUtf8 = createError('MALFORMED_UTF8', 'Request body is not valid UTF-8', 400)
export const MalformedUrl = createError('MALFORMED_URL', 'Request URL is not validly encoded', 400)
export const MalformedRequest = createError('MALFORMED_REQUEST', 'Request could not be parsed', 400)
export const IncompleteBody = createError('INCOMPLETE_BODY', 'Request body is incomplete', 400)
export const MalformedMultipart = createError(
  'MALFORMED_MULTIPART',
  'Request body is not valid multipart/form-data',
  400,
)
export const FilesMissing = createError(
  'FILES_MISSING',
  "At least one file must be sent in a part named 'files'",
  400,
)
export const FileInWrongPart = createError(
  'FILE_IN_WRONG_PART',
  "File '%s' must be sent in a part named 'files'",
  400,
)
export const FileNameInvalid = createError(
  'FILE_NAME_INVALID',
  `File names must be UTF-8, between 1 and ${FILE_NAME_MAX} characters, and must not contain U+0000`,
  400,
)
export const TooManyParts = createError(
  'TOO_MANY_PARTS',
  `Request body has more than ${UPLOAD_PARTS_MAX} parts`,
  400,
)
export const FileTooLarge = createError(
  'FILE_TOO_LARGE',
  `File '%s' exceeds the limit of ${ATTACHMENT_BYTES_MAX / MEBIBYTE} MB per file`,
  400,
)
export const TooManyFiles = createError(
  'TOO_MANY_FILES',
  `File '%s' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`,
  400,
)

// 401, 403
export const InvalidCredentials = createError('INVALID_CREDENTIALS', 'Invalid username or password', 401)
export const InvalidToken = createError(
  'INVALID_TOKEN',
  'A valid access token is required (Authorization: Bearer <token>)',
  403,
)
export const InvalidRefreshToken = createError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid', 403)
export const RoleRequired = createError('ROLE_REQUIRED', 'The role %s is required', 403)

// 404, 405
export const TaskNotFound = createError('TASK_NOT_FOUND', 'Task not found with id: %s', 404)
export const CommentNotFound = createError('COMMENT_NOT_FOUND', 'Comment not found with id: %s', 404)
export const AttachmentNotFound = createError('ATTACHMENT_NOT_FOUND', 'Attachment not found with id: %s', 404)
export const PathNotFound = createError('PATH_NOT_FOUND', 'There is nothing at this path', 404)
export const MethodNotAllowed = createError(
  'METHOD_NOT_ALLOWED',
  'Method %s is not allowed here, only %s',
  405,
)

// 408 to 431
export const RequestTimeout = createError('REQUEST_TIMEOUT', 'The request took too long to arrive', 408)
export const JsonTooLarge = createError(
  'JSON_TOO_LARGE',
  `Request body exceeds the limit of ${JSON_BODY_BYTES_MAX} bytes`,
  413,
)
export const UploadTooLarge = createError(
  'UPLOAD_TOO_LARGE',
  `Request body exceeds the limit of ${UPLOAD_BYTES_MAX} bytes`,
  413,
)
export const UnsupportedMediaType = createError(
  'UNSUPPORTED_MEDIA_TYPE',
  'The media type of the request body is not supported here',
  415,
)
export const HeadersTooLarge = createError('HEADERS_TOO_LARGE', 'Request headers are too large', 431)

// 500, 503
export const InternalError = createError('INTERNAL_ERROR', 'An unexpected error occurred', 500)
export const StoreUnavailable = createError(
  'STORE_UNAVAILABLE',
  'The store is not available, try again later',
  503,
)

/** A request that the schema of its route refuses; carries what is wrong with every offending field. */
export class ValidationFailed extends createError('VALIDATION_FAILED', 'Validation failed', 400) {
  /** @param fields a message per offending field, keyed as `checklistItems[0].text` (decision 28) */
  constructor(readonly fields: Record<string, string>) {
    super()
  }
}

/** The reason phrase of a status (RFC 9110, section 15). */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Unknown'
}
