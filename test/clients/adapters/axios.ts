import { isAxiosError } from 'axios'
import type { Answer, Connection, ErrorBody } from '../client.ts'
import { bearer } from './bearer.ts'

/** Settings for axios. */
export function settings({ baseUrl, token }: Connection) {
  return { baseURL: baseUrl, headers: bearer(token) }
}

/** On Node.js axios knows blobs only with this adapter, which in turn needs help with multipart bodies. */
export const BLOB_ADAPTER = 'fetch'

/** The bytes of a file that came as a Blob. */
export async function bytes(response: Promise<{ status: number; data: Blob }>) {
  const { status, data } = await response
  return { status, data: await data.arrayBuffer() }
}

/** axios throws what is not a success, and leaves it to the caller to say what its body is. */
export async function answer<T>(response: Promise<{ status: number; data: T }>): Promise<Answer<T>> {
  try {
    const { status, data } = await response
    return { status, data }
  } catch (thrown) {
    if (!isAxiosError<ErrorBody>(thrown) || thrown.response === undefined) throw thrown
    const { status, data } = thrown.response
    return { status, error: data }
  }
}
