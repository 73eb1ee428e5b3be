import type { LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import { RequestFailed } from '../../shared/service/api.js'
import { formatTime } from '../../shared/text/format.js'
import { board } from '../../texts/en/board.js'
import { requests as texts } from '../../texts/en/requests.js'

/** The status of a request whose client disconnected before there was a response. */
const DISCONNECTED = 499

/** The status of a request whose method its path does not have. */
const METHOD_NOT_ALLOWED = 405

/** The operations of buggy. Its documents and unknown paths have no faults. */
const OPERATIONS = /^\/api\/buggy\/tasks(\/|$)/

/**
 * Returns why a response of buggy cannot be reported, as far as the page knows; `undefined` if it can be.
 *
 * @param isChosen whether the request has chosen its fault
 */
export function refusalOf(
  { route, status, time }: Pick<LearnerRequest, 'route' | 'status' | 'time'>,
  exercise: Exercise | null,
  isChosen: boolean,
): string | undefined {
  if (exercise?.state === 'ended') return texts.refusals.ended
  if (exercise?.state === 'pending') return texts.refusals.pending
  if (exercise?.drill !== undefined) return texts.refusals.drill
  if (isChosen) return texts.refusals.chosen
  if (status === METHOD_NOT_ALLOWED || !OPERATIONS.test(route ?? '')) return texts.refusals.noOperation
  if (status === DISCONNECTED) return texts.refusals.disconnected
  return exercise !== null && time < exercise.startsAt ? texts.refusals.before : undefined
}

/** A time in a message of the service. */
const TIMESTAMP = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/**
 * Says in plain words why the service has refused a claim or a hint.
 *
 * @throws RequestFailed
 */
export async function explainRefusal<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    const { message, fields, status, isUnknown } = error
    const known: Record<number, string> = { 404: texts.refusals.unknown, 423: board.frozen }
    const plain = known[status] ?? message.replace(TIMESTAMP, formatTime)
    throw new RequestFailed(plain, fields, status, isUnknown)
  }
}
