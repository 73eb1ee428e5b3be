import { send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'

/** The request ids of what the page loads start with this, so the list of requests can leave them out. */
export const PAGE_REQUEST = 'board-page:'

let requests = 0

/**
 * Loads something through v1, which has no faults.
 *
 * @param path the path below `/api/v1`
 * @throws RequestFailed
 */
export function load<Body>(path: string): Promise<Body> {
  requests++
  return send<Body>('GET', `${BASE_PATH}/api/v1${path}`, {
    headers: { 'x-request-id': `${PAGE_REQUEST}${requests}` },
  })
}
