import { noResponse, RESPONSE_MAX } from '../../shared/service/api.js'

/**
 * Returns the time of the service, because the clock of the browser can be wrong.
 *
 * @throws RequestFailed if the service does not respond
 */
export async function readServerTime(): Promise<string> {
  const response = await fetch('/', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(RESPONSE_MAX),
  }).catch(() => {
    throw noResponse('HEAD')
  })
  // Chromium aborts a request whose response is not read to its end.
  await response.arrayBuffer()
  return response.headers.get('date') ?? new Date().toUTCString()
}
