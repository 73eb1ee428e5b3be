import { noResponse } from '../../shared/service/api.js'
import {
  authorization,
  type Exchange,
  NO_RESPONSE,
  pathOf,
  pickHeaders,
  type Received,
  requireSuccess,
  textOf,
  type UserRequest,
} from './exchange.js'

/** The time in milliseconds without progress after which an upload has failed. */
const PAUSE_MAX = 60_000

interface Upload extends Pick<UserRequest, 'variant' | 'path' | 'token'> {
  files: readonly File[]
  /** Is called with the sent part of the body, from 0 to 1. */
  onProgress(part: number): void
}

/**
 * Uploads files as `multipart/form-data`. It uses `XMLHttpRequest`, because `fetch` does not report the progress of an
 * upload.
 *
 * @throws RequestFailed if there is no response, or if it is an error
 */
export async function upload(given: Upload, record: (exchange: Omit<Exchange, 'time'>) => void): Promise<Received> {
  const { variant, token, files, onProgress } = given
  const path = pathOf(variant, given.path)
  const start = performance.now()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value)
  request.responseType = 'blob'
  let timer: ReturnType<typeof setTimeout> | undefined
  const limitPause = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), PAUSE_MAX)
  }
  limitPause()
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    limitPause()
    onProgress(loaded / total)
  })
  const form = new FormData()
  for (const file of files) form.append('files', file)
  await new Promise<void>((resolve) => {
    request.addEventListener('loadend', () => resolve())
    request.send(form)
  })
  clearTimeout(timer)
  const status = request.status === 0 ? undefined : request.status
  const requestId = request.getResponseHeader('x-request-id')
  const duration = performance.now() - start
  const bytes = request.response as Blob | null
  const headers = pickHeaders((name) => request.getResponseHeader(name))
  const received =
    bytes === null ? NO_RESPONSE : { status, requestId, headers, size: bytes.size, body: await textOf(bytes) }
  const sentFiles = files.map(({ name, type, size }) => ({ name, mediaType: type, size }))
  const sent = { mediaType: 'multipart/form-data', text: null, files: sentFiles }
  record({ method: 'POST', path, sent, duration, ...received })
  if (status === undefined || bytes === null) throw noResponse('POST')
  return requireSuccess({ status, requestId, bytes })
}
