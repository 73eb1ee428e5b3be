import { PAGE_REQUEST } from '../../../src/api/recorder/page-request.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { Variant } from '../../shared/service/variants.js'

let requests = 0

/**
 * Loads something, by default through v1, which has no faults.
 *
 * @param path the path below the base path of the variant
 * @param variant another variant, of which the page loads only the OpenAPI document
 * @throws RequestFailed
 */
export function load<Body>(path: string, variant: Variant = 'v1'): Promise<Body> {
  return send<Body>('GET', `${BASE_PATH}/api/${variant}${path}`, { headers: pageRequest() })
}

/** Returns the header that marks a request of the page: it is not in the log, and solves no challenge. */
export function pageRequest(): { 'x-request-id': string } {
  requests++
  return { 'x-request-id': `${PAGE_REQUEST}${requests}` }
}
