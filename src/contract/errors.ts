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
 * message (specification, section 7; decisions 24 to 28). Constructor arguments replace `%s`. The code is only in logs.
 */
const catalogue = new Set<string>()

/** Returns a function that defines errors with a status, which can be special cases of another error. */
function withStatus(status: number) {
  return (message: string, Base?: ErrorConstructor) => {
    const code = message.replace(/\W+/g, '_').toUpperCase()
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

export const MalformedJson = badRequest('Request body is not valid JSON')
export const NestingTooDeep = badRequest(`Request body is nested more than ${JSON_DEPTH_MAX} levels deep`)
export const TooManyValues = badRequest('Request body has more than %s values')
export const MalformedUtf8 = badRequest('Request body is not valid UTF-8')
export const MalformedUrl = badRequest('Request URL is not valid')
export const MalformedRequest = badRequest('Request is not valid HTTP')
export const TransferCodingRefused = badRequest('The only supported Transfer-Encoding is chunked')
export const IncompleteBody = badRequest('Request body is incomplete')
export const MalformedMultipart = badRequest('Request body is not valid multipart/form-data')
export const EncodedPart = badRequest("The Content-Transfer-Encoding of a file must be 'binary', '8bit' or '7bit'")
export const FilesMissing = badRequest("At least one file must be sent in a part named 'files'")
export const FileInWrongPart = badRequest("File '%s' must be sent in a part named 'files'")
export const FileNameInvalid = badRequest(
  `File names must be valid UTF-8 with 1 to ${FILE_NAME_MAX} characters and without U+0000`,
)
export const TooManyParts = badRequest(`Request body has more than ${UPLOAD_PARTS_MAX} parts`)
export const FileTooLarge = badRequest(`File '%s' exceeds the limit of ${ATTACHMENT_BYTES_MAX / MEBIBYTE} MB per file`)
export const TooManyFiles = badRequest(`File '%s' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`)

export const ControlTokenRequired = unauthorized(
  'A valid owner token, trainer secret or administrator token is required (Authorization: Bearer <token>)',
)
export const TrainerSecretRequired = unauthorized(
  'A valid trainer secret or administrator token is required (Authorization: Bearer <token>)',
)
export const AdminTokenRequired = unauthorized(
  'A valid administrator token is required (Authorization: Bearer <token>)',
)
export const BoardCreationDisabled = forbidden('Boards cannot be created on this server')
export const DefaultBoardNotDeletable = forbidden('The default board cannot be deleted')
export const DefaultBoardWithoutDefects = forbidden('The default board cannot have defects')
export const DefaultBoardWithoutExercise = forbidden('The default board cannot have an exercise')
export const CrossOriginRefused = forbidden(
  'Web pages from other origins can use this operation only if CORS_ORIGIN lists their origin',
)
export const InvalidCredentials = unauthorized('Invalid username or password')
export const TokenMissing = unauthorized('An access token is required (Authorization: Bearer <token>)')
export const InvalidToken = forbidden('A valid access token is required (Authorization: Bearer <token>): %s')
export const InvalidRefreshToken = forbidden('The refresh token is not valid')
export const RoleRequired = forbidden('The role %s is required')

export const BoardNotFound = notFound('Board not found')
export const DefaultBoardMissing = notFound(
  'This server has only private boards. The base URL of a board has the form %s',
)
export const ClassNotFound = notFound('Class not found')
export const JoinCodeUnknown = notFound('There is no class with this joining code')
export const ExerciseNotFound = notFound('There is no exercise')
export const DrillNotFound = notFound('The exercise of the board has no drill')
export const CertificateNotFound = notFound(
  'There is no certificate: it needs a class, the name of a learner, and an exercise that has ended',
)
export const ResponseNotFound = notFound(
  "The response with the X-Request-Id '%s' cannot be claimed: it is unknown, too old, not from buggy, or outside the exercise, or its client disconnected before it, or it belongs to a drill, or its request chose its faults with Prefer",
)
export const RequestNotFound = notFound("The log has no request with the X-Request-Id '%s'")
export const DefectNotFound = notFound('Defect not found: %s')
export const TaskNotFound = notFound('Task not found with id: %s')
export const CommentNotFound = notFound('Comment not found with id: %s')
export const AttachmentNotFound = notFound('Attachment not found with id: %s')
export const PathNotFound = notFound('Path not found')
export const BasePathMissing = notFound('Path not found. The base paths of the variants are %s')
export const MethodNotAllowed = withStatus(405)('Method %s is not allowed for this path, only %s')

export const ClaimExists = conflict('This claim already exists (claim %s)')
export const HintsOff = conflict('This exercise has no hints')
export const NoHintsLeft = conflict('All %s hints for this response were taken')
export const ResponseClaimed = conflict(
  'This response was claimed. The explanation of the verdict says what hints would say',
)
export const NameTaken = conflict(
  'This name is taken. If it is yours, send your personal code. Otherwise, ask your trainer',
)
export const PersonalCodeWrong = conflict(
  'The personal code does not belong to this name. Check both, or ask your trainer for a new code',
)
export const LearnerExists = conflict('A learner of the class has this name')
export const NameUnknown = conflict(
  'There is no free board for this name. Join with the name that your trainer has entered',
)
export const BoardWithoutLearner = conflict('The board has no learner')
export const ClassFull = conflict('All boards of the class are taken. Ask your trainer to add one')
export const JoiningClosed = conflict(
  'Your trainer has closed joining. If you have joined before, send your personal code. Otherwise, ask your trainer',
)
export const ConfiguredByClass = conflict(
  'This board belongs to a class. Change this setting for the class, with the trainer secret',
)
export const ExerciseNotStarted = conflict('The exercise starts at %s')
export const ExerciseEnded = conflict('The exercise ended at %s')
export const RequestTimeout = withStatus(408)('The request took too long to arrive')
export const PreconditionFailed = withStatus(412)('A precondition of the request failed')
export const JsonTooLarge = tooLarge('Request body exceeds the limit of %s bytes')
export const UploadTooLarge = tooLarge(`Request body exceeds the limit of ${UPLOAD_BYTES_MAX} bytes`)
export const RangeNotSatisfiable = withStatus(416)('The requested range is not satisfiable')
export const ExpectationFailed = withStatus(417)('The only supported expectation is 100-continue')
export const HostNotAllowed = withStatus(421)("Host '%s' is not allowed. To allow it, add it to ALLOWED_HOSTS")
export const BoardFrozen = withStatus(423)('The class is frozen: its boards can be read, but not changed')
export const TooManyRequests = withStatus(429)('Too many requests %s, try again in %s s')
export const HeadersTooLarge = withStatus(431)('Request headers are too large')

export const InternalError = withStatus(500)('An unexpected error occurred')
export const StoreUnavailable = unavailable('The store is not available, try again later')
/** The database has not said whether a write is stored. A client must not repeat it unseen, so there is no `Retry-After`. */
export const OutcomeUnknown = unavailable(
  'The request may have been stored, read before you repeat it',
  StoreUnavailable as never,
)
export const TooBusy = unavailable('There is not enough memory at the moment, try again later')
export const TooManyStreams = unavailable('There are too many event streams at the moment, try again later')
export const TooManyBoards = quotaExceeded('The limit of %s boards on this server is exceeded')
export const SnapshotTooLarge = quotaExceeded('The board exceeds the limit of %s bytes per snapshot')

export const BoardFull = quotaExceeded('The limit of %s %s per board is exceeded')

/** Returns the unit in which `BoardFull` states a quota. */
export function quotaUnit(kind: 'tasks' | 'comments' | 'attachmentBytes' | 'claims'): string {
  return kind === 'attachmentBytes' ? 'bytes of attachments' : kind
}

export const EncodedBody = withStatus(415)(
  'Encoded request bodies are not supported, send the body without Content-Encoding',
)

/** A request body with a media type that the operation does not accept. */
export class UnsupportedMediaType extends withStatus(415)('The request body must be sent as %s') {
  /** @param accepted the media type that the operation accepts */
  constructor(accepted = 'application/json') {
    super(accepted)
  }
}

/** A request that the schema of its route rejects. */
export class ValidationFailed extends badRequest('Validation failed') {
  /** @param fields a message for each invalid field, keyed as `checklistItems[0].text` (decision 28) */
  constructor(readonly fields: Record<string, string>) {
    super()
  }
}

/** Returns the reason phrase of a status (RFC 9110, section 15). */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Unknown'
}
