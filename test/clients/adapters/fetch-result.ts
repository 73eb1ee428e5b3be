import type { ErrorBody, Result } from '../client.ts'

/** Without an error there is data, except for a 204. */
export function toResult<T>(result: { data?: T; error?: ErrorBody; response: Response }): Result<T> {
  const { data, error, response } = result
  return error === undefined ? { status: response.status, data: data as T } : { status: response.status, error }
}
