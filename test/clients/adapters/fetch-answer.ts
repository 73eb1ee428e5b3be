import type { Answer, ErrorBody } from '../client.ts'

/** Where there is no error there is data, or a 204 without any. */
export function answer<T>(result: { data?: T; error?: ErrorBody; response: Response }): Answer<T> {
  const { data, error, response } = result
  return error === undefined
    ? { status: response.status, data: data as T }
    : { status: response.status, error }
}
