import { BASE_PATH } from '../shared/base-path.js'
import type { Exchange } from './exchange.js'

/** Returns a command that sends a request again. The journal contains neither the query nor the body. */
export function curlOf({ method, path, json }: Pick<Exchange, 'method' | 'path' | 'json'>): string {
  const absolute = path.startsWith(`${BASE_PATH}/`) ? path : BASE_PATH + path
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quote(location.origin + absolute),
    ...(absolute.includes('/api/v2/') ? ['-H', '"Authorization: Bearer $TOKEN"'] : []),
    ...(json === undefined ? [] : ['-H', quote('Content-Type: application/json'), '-d', quote(JSON.stringify(json))]),
  ].join(' ')
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
