import { useCallback, useState } from 'preact/hooks'
import type { Variant } from '../shared/variants.js'
import { type Exchange, exchange, type Received, readJson, type UserRequest } from './exchange.js'
import { upload } from './upload.js'

/** The number of user requests that the page remembers. */
const EXCHANGES_MAX = 50

/** The operations that the user starts. They use the chosen variant. */
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
}

/**
 * Returns the operations that the user starts, and the requests that they have sent, newest first.
 *
 * @param token the v2 access token, if the user has one
 */
export function useActions(variant: Variant, token: string | undefined): UserActions & { exchanges: Exchange[] } {
  const [exchanges, setExchanges] = useState<Exchange[]>([])
  const record = useCallback((entry: Omit<Exchange, 'time'>) => {
    const ended = { ...entry, time: performance.now() }
    setExchanges((before) => [ended, ...before].slice(0, EXCHANGES_MAX))
  }, [])
  const sent = variant === 'v2' ? token : undefined
  const request = useCallback(
    (given: Omit<UserRequest, 'variant' | 'token'>) => exchange({ ...given, variant, token: sent }, record),
    [variant, sent, record],
  )
  const act = useCallback(
    async (method: string, path: string, json?: object) => readJson(await request({ method, path, json })),
    [request],
  )
  const download = useCallback(async (path: string) => (await request({ method: 'GET', path })).bytes, [request])
  const uploadFiles = useCallback(
    (path: string, files: readonly File[], onProgress: (part: number) => void) =>
      upload({ variant, token: sent, path, files, onProgress }, record),
    [variant, sent, record],
  )
  return { act, download, uploadFiles, exchanges }
}
