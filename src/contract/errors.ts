/** What clients can rely on: errors, limits, names and texts. @module */

import { STATUS_CODES } from 'node:http'
import createError from '@fastify/error'
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
 * The codes of the error catalogue, which defines every error that the service returns on purpose, with its status and
 * message (specification, section 7; decisions 24 to 28). Constructor arguments replace `%s`.
 */
const catalogue = new Set<string>()

/** Returns a function that defines errors with a status, which can be special cases of another error. */
function withStatus(status: number) {
  return (code: string, message: string, Base?: ErrorConstructor) => {
    catalogue.add(code)
    return createError(code, message, status, Base)
  }
}

const badRequest = withStatus(400)
const unauthorized = withStatus(401)
const forbidden = withStatus(403)
const notFound = withStatus(404)
const conflict = withStatus(409)
const tooLarge = withStatus(413)
const unavailable = withStatus(503)
const quotaExceeded = withStatus(507)

/** Whether an error is in the catalogue. Clients may see the messages of these errors. */
export function isCatalogued(error: { code?: string }): boolean {
  return catalogue.has(error.code ?? '')
}

export const MalformedJson = badRequest('MALFORMED_JSON', 'Request body is not valid JSON')
export const NestingTooDeep = badRequest(
  'NESTING_TOO_DEEP',
  `Request body is nested more than ${JSON_DEPTH_MAX} levels deep`,
)
export const TooManyValues = badRequest('TOO_MANY_VALUES', 'Request body has more than %s values')
export const MalformedUtf8 = badRequest('MALFORMED_UTF8', 'Request body is not valid UTF-8')
export const MalformedUrl = badRequest('MALFORMED_URL', 'Request URL is not valid')
export const MalformedRequest = badRequest('MALFORMED_REQUEST', 'Request is not valid HTTP')
export const TransferCodingRefused = badRequest(
  'TRANSFER_CODING_REFUSED',
  'The only supported Transfer-Encoding is chunked',
)
export const IncompleteBody = badRequest('INCOMPLETE_BODY', 'Request body is incomplete')
export const MalformedMultipart = badRequest('MALFORMED_MULTIPART', 'Request body is not valid multipart/form-data')
export const EncodedPart = badRequest(
  'ENCODED_PART',
  "The Content-Transfer-Encoding of a file must be 'binary', '8bit' or '7bit'",
)
export const FilesMissing = badRequest('FILES_MISSING', "At least one file must be sent in a part named 'files'")
export const FileInWrongPart = badRequest('FILE_IN_WRONG_PART', "File '%s' must be sent in a part named 'files'")
export const FileNameInvalid = badRequest(
  'FILE_NAME_INVALID',
  `File names must be valid UTF-8 with 1 to ${FILE_NAME_MAX} characters and without U+0000`,
)
export const TooManyParts = badRequest('TOO_MANY_PARTS', `Request body has more than ${UPLOAD_PARTS_MAX} parts`)
export const FileTooLarge = badRequest(
  'FILE_TOO_LARGE',
  `File '%s' exceeds the limit of ${ATTACHMENT_BYTES_MAX / MEBIBYTE} MB per file`,
)
export const TooManyFiles = badRequest(
  'TOO_MANY_FILES',
  `File '%s' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`,
)

export const ControlTokenRequired = unauthorized(
  'CONTROL_TOKEN_REQUIRED',
  'A valid owner token, trainer secret or administrator token is required (Authorization: Bearer <token>)',
)
export const TrainerSecretRequired = unauthorized(
  'TRAINER_SECRET_REQUIRED',
  'A valid trainer secret or administrator token is required (Authorization: Bearer <token>)',
)
export const AdminTokenRequired = unauthorized(
  'ADMIN_TOKEN_REQUIRED',
  'A valid administrator token is required (Authorization: Bearer <token>)',
)
export const BoardCreationDisabled = forbidden('BOARD_CREATION_DISABLED', 'Boards cannot be created on this server')
export const DefaultBoardNotDeletable = forbidden('DEFAULT_BOARD_NOT_DELETABLE', 'The default board cannot be deleted')
export const DefaultBoardWithoutDefects = forbidden(
  'DEFAULT_BOARD_WITHOUT_DEFECTS',
  'The default board cannot have defects',
)
export const DefaultBoardWithoutExercise = forbidden(
  'DEFAULT_BOARD_WITHOUT_EXERCISE',
  'The default board cannot have an exercise',
)
export const CrossOriginRefused = forbidden(
  'CROSS_ORIGIN_REFUSED',
  'Web pages from other origins can use this operation only if CORS_ORIGIN lists their origin',
)
export const InvalidCredentials = unauthorized('INVALID_CREDENTIALS', 'Invalid username or password')
export const TokenMissing = unauthorized('TOKEN_MISSING', 'An access token is required (Authorization: Bearer <token>)')
export const InvalidToken = forbidden(
  'INVALID_TOKEN',
  'A valid access token is required (Authorization: Bearer <token>): %s',
)
export const InvalidRefreshToken = forbidden('INVALID_REFRESH_TOKEN', 'The refresh token is not valid')
export const RoleRequired = forbidden('ROLE_REQUIRED', 'The role %s is required')

export const BoardNotFound = notFound('BOARD_NOT_FOUND', 'Board not found')
export const DefaultBoardMissing = notFound(
  'DEFAULT_BOARD_MISSING',
  'This server has only private boards. The base URL of a board has the form %s',
)
export const ClassNotFound = notFound('CLASS_NOT_FOUND', 'Class not found')
export const JoinCodeUnknown = notFound('JOIN_CODE_UNKNOWN', 'There is no class with this joining code')
export const ExerciseNotFound = notFound('EXERCISE_NOT_FOUND', 'There is no exercise')
export const DrillNotFound = notFound('DRILL_NOT_FOUND', 'The exercise of the board has no drill')
export const CertificateNotFound = notFound(
  'CERTIFICATE_NOT_FOUND',
  'There is no certificate: it needs a class, the name of a learner, and an exercise that has ended',
)
export const ResponseNotFound = notFound(
  'RESPONSE_NOT_FOUND',
  "The response with the X-Request-Id '%s' cannot be claimed: it is unknown, too old, not from buggy, from before a reset, or outside the exercise, or its client disconnected before it, or it belongs to a drill, or its request chose its faults with Prefer",
)
export const RequestNotFound = notFound('REQUEST_NOT_FOUND', "The log has no request with the X-Request-Id '%s'")
export const DefectNotFound = notFound('DEFECT_NOT_FOUND', 'Defect not found: %s')
export const TaskNotFound = notFound('TASK_NOT_FOUND', 'Task not found with id: %s')
export const CommentNotFound = notFound('COMMENT_NOT_FOUND', 'Comment not found with id: %s')
export const AttachmentNotFound = notFound('ATTACHMENT_NOT_FOUND', 'Attachment not found with id: %s')
export const PathNotFound = notFound('PATH_NOT_FOUND', 'Path not found')
export const BasePathMissing = notFound('BASE_PATH_MISSING', 'Path not found. The base paths of the variants are %s')
export const MethodNotAllowed = withStatus(405)('METHOD_NOT_ALLOWED', 'Method %s is not allowed for this path, only %s')

export const ClaimExists = conflict('CLAIM_EXISTS', 'This claim already exists (claim %s)')
export const HintsOff = conflict('HINTS_OFF', 'This exercise has no hints')
export const NoHintsLeft = conflict('NO_HINTS_LEFT', 'All %s hints for this response were taken')
export const ResponseClaimed = conflict(
  'RESPONSE_CLAIMED',
  'This response was claimed. The explanation of the verdict says what hints would say',
)
export const NameTaken = conflict(
  'NAME_TAKEN',
  'This name is taken. If it is yours, send your personal code. Otherwise, ask your trainer',
)
export const PersonalCodeWrong = conflict(
  'PERSONAL_CODE_WRONG',
  'The personal code does not belong to this name. Check both, or ask your trainer for a new code',
)
export const LearnerExists = conflict('LEARNER_EXISTS', 'A learner of the class has this name')
export const NameUnknown = conflict(
  'NAME_UNKNOWN',
  'There is no free board for this name. Join with the name that your trainer has entered',
)
export const BoardWithoutLearner = conflict('BOARD_WITHOUT_LEARNER', 'The board has no learner')
export const ClassFull = conflict('CLASS_FULL', 'All boards of the class are taken. Ask your trainer to add one')
export const JoiningClosed = conflict(
  'JOINING_CLOSED',
  'Your trainer has closed joining. If you have joined before, send your personal code. Otherwise, ask your trainer',
)
export const ConfiguredByClass = conflict(
  'CONFIGURED_BY_CLASS',
  'This board belongs to a class. Change this setting for the class, with the trainer secret',
)
export const ExerciseNotStarted = conflict('EXERCISE_NOT_STARTED', 'The exercise starts at %s')
export const ExerciseEnded = conflict('EXERCISE_ENDED', 'The exercise ended at %s')
export const RequestTimeout = withStatus(408)('REQUEST_TIMEOUT', 'The request took too long to arrive')
export const PreconditionFailed = withStatus(412)('PRECONDITION_FAILED', 'A precondition of the request failed')
export const JsonTooLarge = tooLarge('JSON_TOO_LARGE', 'Request body exceeds the limit of %s bytes')
export const UploadTooLarge = tooLarge(
  'UPLOAD_TOO_LARGE',
  `Request body exceeds the limit of ${UPLOAD_BYTES_MAX} bytes`,
)
export const RangeNotSatisfiable = withStatus(416)('RANGE_NOT_SATISFIABLE', 'The requested range is not satisfiable')
export const ExpectationFailed = withStatus(417)('EXPECTATION_FAILED', 'The only supported expectation is 100-continue')
export const HostNotAllowed = withStatus(421)(
  'HOST_NOT_ALLOWED',
  "Host '%s' is not allowed. To allow it, add it to ALLOWED_HOSTS",
)
export const BoardFrozen = withStatus(423)(
  'BOARD_FROZEN',
  'The class is frozen: its boards can be read, but not changed',
)
export const TooManyRequests = withStatus(429)('TOO_MANY_REQUESTS', 'Too many requests %s, try again in %s s')
export const HeadersTooLarge = withStatus(431)('HEADERS_TOO_LARGE', 'Request headers are too large')

export const InternalError = withStatus(500)('INTERNAL_ERROR', 'An unexpected error occurred')
export const StoreUnavailable = unavailable('STORE_UNAVAILABLE', 'The store is not available, try again later')
/** The database has not said whether a write is stored. A client must not repeat it unseen, so there is no `Retry-After`. */
export const OutcomeUnknown = unavailable(
  'OUTCOME_UNKNOWN',
  'The request may have been stored, read before you repeat it',
  StoreUnavailable as never,
)
export const TooBusy = unavailable('TOO_BUSY', 'There is not enough memory at the moment, try again later')
export const TooManyStreams = unavailable(
  'TOO_MANY_STREAMS',
  'There are too many event streams at the moment, try again later',
)
export const TooManyBoards = quotaExceeded('TOO_MANY_BOARDS', 'The limit of %s boards on this server is exceeded')
export const SnapshotTooLarge = quotaExceeded(
  'SNAPSHOT_TOO_LARGE',
  'The board exceeds the limit of %s bytes per snapshot',
)

export const BoardFull = quotaExceeded('BOARD_FULL', 'The limit of %s %s per board is exceeded')

/** Returns the unit in which `BoardFull` states a quota. */
export function quotaUnit(kind: 'tasks' | 'comments' | 'attachmentBytes' | 'claims'): string {
  return kind === 'attachmentBytes' ? 'bytes of attachments' : kind
}

export const EncodedBody = withStatus(415)(
  'ENCODED_BODY',
  'Encoded request bodies are not supported, send the body without Content-Encoding',
)

/** A request body with a media type that the operation does not accept. */
export class UnsupportedMediaType extends withStatus(415)(
  'UNSUPPORTED_MEDIA_TYPE',
  'The request body must be sent as %s',
) {
  /** @param accepted the media type that the operation accepts */
  constructor(accepted = 'application/json') {
    super(accepted)
  }
}

/** A request that the schema of its route rejects. */
export class ValidationFailed extends badRequest('VALIDATION_FAILED', 'Validation failed') {
  /** @param fields a message for each invalid field, keyed as `checklistItems[0].text` (decision 28) */
  constructor(readonly fields: Record<string, string>) {
    super()
  }
}

/** Returns the reason phrase of a status (RFC 9110, section 15). */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Unknown'
}
