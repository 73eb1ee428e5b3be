import type { OpenAPIV3 } from 'openapi-types'
import * as error from '../../../src/contract/errors.js'
import { JSON_BODY_BYTES_MAX } from '../../../src/contract/limits.js'
import { type Cause, causeOf } from './example.js'

/**
 * Returns the causes of a 400. Every URL can be malformed, so this is the example where nothing else can be invalid.
 *
 * @param invalid the causes of this operation
 * @param others those that come after a body that is not JSON
 */
export function badRequests(
  { requestBody }: OpenAPIV3.OperationObject,
  invalid: readonly Cause[],
  others: readonly Cause[] = [],
): Cause[] {
  const isJson = requestBody !== undefined && 'content' in requestBody && 'application/json' in requestBody.content
  const causes = [...invalid, ...(isJson ? [causeOf(new error.MalformedJson())] : []), ...others]
  return causes.length > 0 ? causes : [causeOf(new error.MalformedUrl())]
}

/** Returns the causes of an error with this status that all operations share. */
export function commonCauses(status: string, { operationId = '', requestBody }: OpenAPIV3.OperationObject): Cause[] {
  switch (status) {
    case '401':
      return [causeOf(new error.ControlTokenRequired())]
    case '413':
      return [causeOf(new error.JsonTooLarge(JSON_BODY_BYTES_MAX))]
    case '415': {
      const encoded = requestBody === undefined ? [] : [causeOf(new error.EncodedBody())]
      return [causeOf(new error.UnsupportedMediaType()), ...encoded]
    }
    case '423':
      return [causeOf(new error.BoardFrozen())]
    case '503': {
      const streams = operationId.startsWith('stream') ? [causeOf(new error.TooManyStreams())] : []
      return [...streams, causeOf(new error.StoreUnavailable()), causeOf(new error.TooBusy())]
    }
    default:
      return [causeOf(new error.InternalError())]
  }
}
