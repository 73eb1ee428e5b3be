import { PAGE_REQUEST } from '../../src/journal/page-request.js'
import { send } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'

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
