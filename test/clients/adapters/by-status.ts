import type { ErrorBody, Result } from '../client.ts'

/** A response whose type depends on its status. */
type ByStatus = { status: 200 | 201 | 204; data?: unknown } | { status: ErrorStatus; data: ErrorBody }
type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503

/** The type of the body of a success. */
type Data<R> = R extends { status: 204 } ? undefined : R extends { status: 200 | 201; data: infer T } ? T : never

/** Compiles only if all errors have the same type. */
export async function toResult<R extends ByStatus>(response: Promise<R>): Promise<Result<Data<R>>> {
  const { status, data } = await response
  return (status < 300 ? { status, data } : { status, error: data }) as Result<Data<R>>
}
