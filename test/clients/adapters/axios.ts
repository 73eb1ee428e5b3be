import { isAxiosError } from 'axios'
import type { Connection, ErrorBody, Result } from '../client.ts'
import { bearer } from './bearer.ts'

/** The settings of axios for a connection. */
export function settings({ baseUrl, token }: Connection) {
  return { baseURL: baseUrl, headers: bearer(token) }
}

/** In Node.js, axios supports blobs only with this adapter, which in turn has problems with multipart bodies. */
export const BLOB_ADAPTER = 'fetch'

/** Reads the bytes of a Blob response. */
export async function bytes(response: Promise<{ status: number; data: Blob }>) {
  const { status, data } = await response
  return { status, data: await data.arrayBuffer() }
}

/** axios throws an error for any status but a success. The caller must know the type of its body. */
export async function toResult<T>(response: Promise<{ status: number; data: T }>): Promise<Result<T>> {
  try {
    const { status, data } = await response
    return { status, data }
  } catch (thrown) {
    if (!isAxiosError<ErrorBody>(thrown) || thrown.response === undefined) throw thrown
    const { status, data } = thrown.response
    return { status, error: data }
  }
}
