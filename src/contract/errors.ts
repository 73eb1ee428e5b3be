import { STATUS_CODES } from 'node:http'
import createError, { type FastifyError } from '@fastify/error'
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  FILE_NAME_MAX,
  JSON_DEPTH_MAX,
  MEBIBYTE,
  UPLOAD_BYTES_MAX,
  UPLOAD_PARTS_MAX,
} from './limits.js'

/**
 * The error catalogue by code. It defines every error that the service returns on purpose, with its
 * status and message (specification, section 7; decisions 24 to 28). Constructor arguments replace `%s`.
 */
const catalogue = new Map<string, new () => FastifyError>()

function define(code: string, message: string, status: number) {
  const CataloguedError = createError(code, message, status)
  catalogue.set(code, CataloguedError)
  return CataloguedError
}

/** Whether an error is in the catalogue. Clients may see the messages of these errors. */
export function isCatalogued(error: { code?: string }): boolean {
  return catalogue.has(error.code ?? '')
}

/** Creates the error with this code of the catalogue. `%s` in its message is not replaced. */
export function createCatalogued(code: string | undefined): FastifyError | undefined {
  const CataloguedError = catalogue.get(code ?? '')
  return CataloguedError && new CataloguedError()
}

// 400
export const MalformedJson = define('MALFORMED_JSON', 'Request body is not valid JSON', 400)
export const NestingTooDeep = define(
  'NESTING_TOO_DEEP',
  `Request body is nested more than ${JSON_DEPTH_MAX} levels deep`,
  400,
)
export const MalformedUtf8 = define('MALFORMED_UTF8', 'Request body is not valid UTF-8', 400)
export const MalformedUrl = define('MALFORMED_URL', 'Request URL is not valid', 400)
export const MalformedRequest = define('MALFORMED_REQUEST', 'Request is not valid HTTP', 400)
export const TransferCodingRefused = define(
  'TRANSFER_CODING_REFUSED',
  'The only supported Transfer-Encoding is chunked',
  400,
)
export const IncompleteBody = define('INCOMPLETE_BODY', 'Request body is incomplete', 400)
export const MalformedMultipart = define('MALFORMED_MULTIPART', 'Request body is not valid multipart/form-data', 400)
export const EncodedPart = define(
  'ENCODED_PART',
  "The Content-Transfer-Encoding of a file must be 'binary', '8bit' or '7bit'",
  400,
)
export const FilesMissing = define('FILES_MISSING', "At least one file must be sent in a part named 'files'", 400)
export const FileInWrongPart = define('FILE_IN_WRONG_PART', "File '%s' must be sent in a part named 'files'", 400)
export const FileNameInvalid = define(
  'FILE_NAME_INVALID',
  `File names must be valid UTF-8 with 1 to ${FILE_NAME_MAX} characters and without U+0000`,
  400,
)
export const TooManyParts = define('TOO_MANY_PARTS', `Request body has more than ${UPLOAD_PARTS_MAX} parts`, 400)
export const FileTooLarge = define(
  'FILE_TOO_LARGE',
  `File '%s' exceeds the limit of ${ATTACHMENT_BYTES_MAX / MEBIBYTE} MB per file`,
  400,
)
export const TooManyFiles = define(
  'TOO_MANY_FILES',
  `File '%s' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`,
  400,
)

// 401, 403
export const ControlTokenRequired = define(
  'CONTROL_TOKEN_REQUIRED',
  'A valid owner token, trainer secret or administrator token is required (Authorization: Bearer <token>)',
  401,
)
export const BoardCreationDisabled = define('BOARD_CREATION_DISABLED', 'Boards cannot be created on this server', 403)
export const DefaultBoardNotDeletable = define(
  'DEFAULT_BOARD_NOT_DELETABLE',
  'The default board cannot be deleted',
  403,
)
export const DefaultBoardWithoutDefects = define(
  'DEFAULT_BOARD_WITHOUT_DEFECTS',
  'The default board cannot have defects',
  403,
)
export const DefaultBoardWithoutExercise = define(
  'DEFAULT_BOARD_WITHOUT_EXERCISE',
  'The default board cannot have an exercise',
  403,
)
export const CrossOriginRefused = define(
  'CROSS_ORIGIN_REFUSED',
  'Web pages from other origins can use this operation only if CORS_ORIGIN lists their origin',
  403,
)
export const InvalidCredentials = define('INVALID_CREDENTIALS', 'Invalid username or password', 401)
export const TokenMissing = define('TOKEN_MISSING', 'An access token is required (Authorization: Bearer <token>)', 401)
export const InvalidToken = define(
  'INVALID_TOKEN',
  'A valid access token is required (Authorization: Bearer <token>): %s',
  403,
)
export const InvalidRefreshToken = define('INVALID_REFRESH_TOKEN', 'The refresh token is not valid', 403)
export const RoleRequired = define('ROLE_REQUIRED', 'The role %s is required', 403)

// 404, 405
export const BoardNotFound = define('BOARD_NOT_FOUND', 'Board not found', 404)
export const DefaultBoardMissing = define(
  'DEFAULT_BOARD_MISSING',
  'This server has only private boards. The base URL of a board has the form %s',
  404,
)
export const ClassNotFound = define('CLASS_NOT_FOUND', 'Class not found', 404)
export const JoinCodeUnknown = define('JOIN_CODE_UNKNOWN', 'There is no class with this joining code', 404)
export const ExerciseNotFound = define('EXERCISE_NOT_FOUND', 'There is no exercise', 404)
export const ResponseNotFound = define(
  'RESPONSE_NOT_FOUND',
  "The response with the X-Request-Id '%s' cannot be claimed: it is unknown, too old, not from buggy, or outside the exercise, or its request chose its faults with Prefer",
  404,
)
export const RequestNotFound = define('REQUEST_NOT_FOUND', "The journal has no request with the X-Request-Id '%s'", 404)
export const TaskNotFound = define('TASK_NOT_FOUND', 'Task not found with id: %s', 404)
export const CommentNotFound = define('COMMENT_NOT_FOUND', 'Comment not found with id: %s', 404)
export const AttachmentNotFound = define('ATTACHMENT_NOT_FOUND', 'Attachment not found with id: %s', 404)
export const PathNotFound = define('PATH_NOT_FOUND', 'Path not found', 404)
export const BasePathMissing = define('BASE_PATH_MISSING', 'Path not found. The base paths of the variants are %s', 404)
export const MethodNotAllowed = define('METHOD_NOT_ALLOWED', 'Method %s is not allowed for this path, only %s', 405)

// 408 to 431
export const ClaimExists = define('CLAIM_EXISTS', 'This claim already exists (claim %s)', 409)
export const NameTaken = define(
  'NAME_TAKEN',
  'This name is taken. If it is yours, send your personal code. Otherwise, choose another name',
  409,
)
export const NameUnknown = define(
  'NAME_UNKNOWN',
  'There is no free board for this name. Join with the name that your trainer has entered',
  409,
)
export const BoardWithoutLearner = define('BOARD_WITHOUT_LEARNER', 'The board has no learner', 409)
export const ClassFull = define('CLASS_FULL', 'All boards of the class are taken. Ask your trainer to add one', 409)
export const ConfiguredByClass = define(
  'CONFIGURED_BY_CLASS',
  'This board belongs to a class. Change this setting for the class, with the trainer secret',
  409,
)
export const ExerciseNotStarted = define('EXERCISE_NOT_STARTED', 'The exercise starts at %s', 409)
export const ExerciseEnded = define('EXERCISE_ENDED', 'The exercise ended at %s', 409)
export const RequestTimeout = define('REQUEST_TIMEOUT', 'The request took too long to arrive', 408)
export const PreconditionFailed = define('PRECONDITION_FAILED', 'A precondition of the request failed', 412)
export const JsonTooLarge = define('JSON_TOO_LARGE', 'Request body exceeds the limit of %s bytes', 413)
export const UploadTooLarge = define(
  'UPLOAD_TOO_LARGE',
  `Request body exceeds the limit of ${UPLOAD_BYTES_MAX} bytes`,
  413,
)
export const RangeNotSatisfiable = define('RANGE_NOT_SATISFIABLE', 'The requested range is not satisfiable', 416)
export const ExpectationFailed = define('EXPECTATION_FAILED', 'The only supported expectation is 100-continue', 417)
export const HostNotAllowed = define('HOST_NOT_ALLOWED', "Host '%s' is not allowed; ALLOWED_HOSTS can add it", 421)
export const BoardFrozen = define('BOARD_FROZEN', 'The class is frozen: its boards can be read, but not changed', 423)
export const TooManyRequests = define('TOO_MANY_REQUESTS', 'Too many requests %s, try again in %s s', 429)
export const HeadersTooLarge = define('HEADERS_TOO_LARGE', 'Request headers are too large', 431)

// 500 to 507
export const InternalError = define('INTERNAL_ERROR', 'An unexpected error occurred', 500)
export const StoreUnavailable = define('STORE_UNAVAILABLE', 'The store is not available, try again later', 503)
export const TooBusy = define('TOO_BUSY', 'There is not enough memory at the moment, try again later', 503)
export const TooManyStreams = define(
  'TOO_MANY_STREAMS',
  'There are too many event streams at the moment, try again later',
  503,
)
export const TooManyBoards = define('TOO_MANY_BOARDS', 'The limit of %s boards on this server is exceeded', 507)
export const SnapshotTooLarge = define(
  'SNAPSHOT_TOO_LARGE',
  'The board exceeds the limit of %s bytes per snapshot',
  507,
)

export const BoardFull = define('BOARD_FULL', 'The limit of %s %s per board is exceeded', 507)

/** Returns the unit in which `BoardFull` states a quota. */
export function quotaUnit(kind: 'tasks' | 'comments' | 'attachmentBytes' | 'claims'): string {
  return kind === 'attachmentBytes' ? 'bytes of attachments' : kind
}

export const EncodedBody = define(
  'ENCODED_BODY',
  'Encoded request bodies are not supported, send the body without Content-Encoding',
  415,
)

/** A request body with a media type that the operation does not accept. */
export class UnsupportedMediaType extends define('UNSUPPORTED_MEDIA_TYPE', 'The request body must be sent as %s', 415) {
  /** @param accepted the media type that the operation accepts */
  constructor(accepted = 'application/json') {
    super(accepted)
  }
}

/** A request that the schema of its route rejects. */
export class ValidationFailed extends define('VALIDATION_FAILED', 'Validation failed', 400) {
  /** @param fields a message for each invalid field, keyed as `checklistItems[0].text` (decision 28) */
  constructor(readonly fields: Record<string, string>) {
    super()
  }
}

/** Returns the reason phrase of a status (RFC 9110, section 15). */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Unknown'
}
