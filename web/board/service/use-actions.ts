import { useCallback, useRef } from 'preact/hooks'
import type { Variant } from '../../shared/service/variants.js'
import { type Exchange, exchange, type RawRequest, type Received, readJson, requireSuccess } from './exchange.js'
import { upload } from './upload.js'
import { type Exchanges, useExchanges } from './use-exchanges.js'
import { type Session, sessionAfter } from './use-session.js'

/** The operations that the user starts. They use the chosen variant, except those that are sent again. */
export interface UserActions {
  /**
   * Sends a request, and returns the JSON of the response.
   *
   * @param path the path below the base path of the variant
   * @throws RequestFailed
   */
  act(method: string, path: string, json?: object): Promise<unknown>
  /** Downloads a file. */
  download(path: string): Promise<Blob>
  /** Uploads files. */
  uploadFiles(path: string, files: readonly File[], onProgress: (part: number) => void): Promise<Received>
  /** Whether the page can send requests to a variant. v2 needs a login. */
  canSend(variant: Variant): boolean
  /**
   * Sends a request as it was sent before, and returns the response, also if it is an error.
   *
   * @throws RequestFailed if there is no response
   */
  sendAgain(request: RawRequest): Promise<Received>
  /**
   * Adds a request to those that the user has sent.
   *
   * @param token the access token of the session, if the request had it
   */
  record(entry: Omit<Exchange, 'time'>, token?: string): void
}

/**
 * Returns the operations that the user starts, and the requests that they have sent.
 *
 * @param session the v2 session, if the user has one
 * @param onSession called when a request has started, renewed or ended it
 */
export function useActions(
  variant: Variant,
  session: Session | undefined,
  onSession: (session: Session | undefined) => void,
): UserActions & Exchanges {
  const { exchanges, earlier, record: add } = useExchanges()
  const token = session?.token
  const latest = useRef(session)
  latest.current = session
  const record = useCallback(
    (entry: Omit<Exchange, 'time'>, sent?: string) => {
      add(entry)
      const next = sessionAfter(latest.current, entry, sent)
      if (next !== latest.current) onSession(next)
    },
    [add],
  )
  const canSend = useCallback((variant: Variant) => variant !== 'v2' || token !== undefined, [token])
  const sendAgain = useCallback(
    (request: RawRequest) => exchange({ ...request, token: request.variant === 'v2' ? token : undefined }, record),
    [token, record],
  )
  const request = useCallback(
    async (method: string, path: string, json?: object) => {
      const received = await sendAgain({
        variant,
        method,
        path,
        mediaType: json ? 'application/json' : null,
        text: json ? JSON.stringify(json) : null,
      })
      return requireSuccess(received)
    },
    [variant, sendAgain],
  )
  const act = useCallback(
    async (method: string, path: string, json?: object) => readJson(await request(method, path, json)),
    [request],
  )
  const download = useCallback(async (path: string) => (await request('GET', path)).bytes, [request])
  const sent = variant === 'v2' ? token : undefined
  const uploadFiles = useCallback(
    (path: string, files: readonly File[], onProgress: (part: number) => void) =>
      upload({ variant, token: sent, path, files, onProgress }, record),
    [variant, sent, record],
  )
  return { act, download, uploadFiles, canSend, sendAgain, record, exchanges, earlier }
}
