import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { FAULT_REQUIRED } from '../../../src/classroom/claims/routes.js'
import { TOO_MANY_FOUND } from '../../../src/classroom/scores/routes.js'
import * as error from '../../../src/contract/errors.js'
import { CLAIMS_MAX } from '../../../src/contract/limits.js'
import { HINTS_MAX } from '../../../src/rules/claims/credit.js'
import { badRequests, commonCauses } from './causes.js'
import { type Cause, type Components, causeOf, EXAMPLE_REQUEST_ID, invalidField, UNKNOWN_EXAMPLE } from './example.js'

/** The seconds until a board with too many requests accepts another one. */
export const RATE_SECONDS = 1

/** The errors of a 409 of operations, apart from those of an exercise that is not running. */
const CONFLICTS: Readonly<Record<string, FastifyError[]>> = {
  createClaim: [new error.ClaimExists('1')],
  takeHint: [new error.NoHintsLeft(HINTS_MAX), new error.ResponseClaimed(), new error.HintsOff()],
}

/** Returns the causes of errors with this status that an operation can have. */
export function errorCauses(status: string, operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const { operationId = '' } = operation
  switch (status) {
    case '400':
      return badRequests(operation, invalidValues(operation, components))
    case '404':
      return [
        ...(['createClaim', 'takeHint'].includes(operationId)
          ? [causeOf(new error.ResponseNotFound(EXAMPLE_REQUEST_ID))]
          : []),
        ...(operationId === 'getExchange'
          ? [causeOf(new error.RequestNotFound(UNKNOWN_EXAMPLE), { parameters: { requestId: UNKNOWN_EXAMPLE } })]
          : []),
        ...(operationId === 'getCertificate' ? [causeOf(new error.CertificateNotFound())] : []),
        ...(operationId.endsWith('Drill') ? [causeOf(new error.DrillNotFound())] : []),
        ...(operationId === 'getExercise' ? [causeOf(new error.ExerciseNotFound())] : []),
        causeOf(new error.BoardNotFound(), { parameters: { board: UNKNOWN_EXAMPLE } }),
      ]
    case '409':
      return [
        ...(CONFLICTS[operationId] ?? []).map((conflict) => causeOf(conflict)),
        causeOf(new error.ExerciseNotStarted('2026-03-02T09:00:00Z')),
        causeOf(new error.ExerciseEnded('2026-03-02T08:00:00Z')),
      ]
    case '429':
      return [causeOf(new error.TooManyRequests('to this board', RATE_SECONDS))]
    case '507':
      return [causeOf(new error.BoardFull(CLAIMS_MAX, error.quotaUnit('claims')))]
    default:
      return commonCauses(status, operation)
  }
}

function invalidValues(operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const { operationId = '' } = operation
  const invalid = (name: string, fields: Record<string, string>) =>
    causeOf(new error.ValidationFailed(fields), { name })
  return [
    ...invalidField(operation, components),
    ...(operationId === 'createClaim' ? [invalid('fault-missing', { fault: FAULT_REQUIRED })] : []),
    ...(operationId === 'submitGrade' ? [invalid('more-found-than-defects', { found: TOO_MANY_FOUND })] : []),
  ]
}
