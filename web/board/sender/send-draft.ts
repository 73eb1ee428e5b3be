import { noResponse, RequestFailed } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { requests } from '../../texts/en/requests.js'
import { authorization, type Exchange, NO_RESPONSE, pathOf, pickHeaders } from '../service/exchange.js'
import { allowsBody, type Draft, MULTIPART } from './draft.js'

const { sender: texts } = requests

/** A response to a request of the request sender. */
export interface ReceivedResponse {
  /** The method and the path of the request. */
  line: string
  status: number
  statusText: string
  headers: readonly [name: string, value: string][]
  bytes: Blob
  /** The body, if it is text. */
  text: string | undefined
  /** The time until the whole response arrived, in milliseconds. */
  duration: number
  requestId: string | null
  /** The names of the headers that the browser has not sent. */
  notSent: readonly string[]
}

export interface SendOptions {
  /** The v2 access token, if it is sent. */
  token: string | undefined
  /** The files of an upload, with the name of their part. */
  files: readonly File[]
  part: string
  signal: AbortSignal
  /** Is called with the exchange, even if there is no response. */
  record(exchange: Omit<Exchange, 'time'>, token?: string): void
}

/** Media types whose bodies are shown as text. */
const TEXT = /^(text\/|application\/([\w.+-]+\+)?(json|xml|yaml)\b)/

/**
 * Sends a request exactly as the user has written it, as far as browsers allow it.
 *
 * @throws RequestFailed if the browser cannot send it, or if there is no response
 */
export async function sendDraft(draft: Draft, options: SendOptions): Promise<ReceivedResponse> {
  const { method } = draft
  const { token, files, part, signal, record } = options
  const headers = [...Object.entries(authorization(token)), ...readHeaders(draft.headers)]
  const path = resolvePath(draft)
  const isUpload = draft.isMultipart && allowsBody(draft)
  const text = isUpload || !allowsBody(draft) || draft.text === '' ? null : draft.text
  const form = new FormData()
  if (isUpload) for (const file of files) form.append(part, file)
  const body = isUpload ? form : text === null ? undefined : new TextEncoder().encode(text)
  const request = new Request(path, {
    method,
    headers: mergeHeaders(headers),
    signal,
    cache: 'no-store',
    ...(body && { body }),
  })
  const mediaType = request.headers.get('content-type')
  const sent = isUpload
    ? {
        mediaType: MULTIPART,
        text: null,
        files: files.map(({ name, type, size }) => ({ name, mediaType: type, size })),
      }
    : { mediaType, text }
  const start = performance.now()
  try {
    const response = await fetch(request)
    const bytes = await response.blob()
    const duration = performance.now() - start
    const { status, statusText } = response
    const requestId = response.headers.get('x-request-id')
    const shown = TEXT.test(response.headers.get('content-type') ?? '') ? await bytes.text() : undefined
    const kept = pickHeaders((name) => response.headers.get(name))
    const usesToken = request.headers.get('authorization') === authorization(token).authorization
    record(
      { method, path, sent, status, headers: kept, size: bytes.size, requestId, duration, body: shown },
      usesToken ? token : undefined,
    )
    const notSent = [...new Set(headers.map(([name]) => name))].filter((name) => !request.headers.has(name))
    const line = `${method} ${path.slice(BASE_PATH.length)}`
    return {
      line,
      status,
      statusText,
      headers: [...response.headers],
      bytes,
      text: shown,
      duration,
      requestId,
      notSent,
    }
  } catch {
    record({ method, path, sent, ...NO_RESPONSE, duration: performance.now() - start })
    throw signal.aborted ? new RequestFailed(texts.cancelled) : noResponse(method)
  }
}

/** @throws RequestFailed if a line is no header */
function readHeaders(text: string): [name: string, value: string][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? []
      if (name.trim() === '') throw new RequestFailed(texts.noColon(line), { headers: texts.noColon(line) })
      return [name.trim(), value.trim()]
    })
}

/**
 * A header of the user replaces one of the page. Several lines with the same name are sent together.
 *
 * @throws RequestFailed if the browser refuses a name or a value
 */
function mergeHeaders(entries: readonly [name: string, value: string][]): Headers {
  const headers = new Headers()
  for (const [name, value] of entries) {
    try {
      if (name.toLowerCase() === 'authorization') headers.set(name, value)
      else headers.append(name, value)
    } catch {
      throw new RequestFailed(texts.refused(name), { headers: texts.refused(name) })
    }
  }
  return headers
}

/**
 * Returns the path of a request. It must not be empty, and must stay in the variant after the browser has removed `.` and `..` from it.
 *
 * @throws RequestFailed
 */
function resolvePath({ variant, path }: Draft): string {
  if (path.trim() === '') throw new RequestFailed(texts.noPath, { path: texts.noPath })
  const base = pathOf(variant, '/')
  const given = base + path.replace(/^\//, '')
  const { pathname, search } = new URL(given, location.origin)
  if (!pathname.startsWith(base)) throw new RequestFailed(texts.outside(pathname), { path: texts.outside(pathname) })
  return pathname + search
}
