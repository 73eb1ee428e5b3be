import type { Reply, RequestOptions } from '../helper.js'

const LONGEST = 2000

/** A request as a command of curl, what was answered, and when by the service's clock. */
export function describeExchange(
  request: string,
  options: RequestOptions,
  reply: Reply | undefined,
  now: number,
): string {
  const [method = '', url = ''] = request.split(' ')
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const headers = {
    ...(options.json !== undefined && { 'content-type': 'application/json' }),
    ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    ...options.headers,
  }
  const command = [
    `curl -X ${method} 'http://localhost:3000${url.replaceAll("'", '%27')}'`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(Buffer.from(`${name}: ${value}`))}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(Buffer.from(body))}`]),
  ]
  const answer = reply === undefined ? 'no answer' : `${reply.status} ${shorten(reply.bytes.toString())}`
  return `${command.join(' ')}\n  # at ${new Date(now).toISOString()}: ${answer.replaceAll('\n', '\\n')}`
}

/** A text as bash reads it, byte for byte; what is not printable ASCII is escaped. */
function quote(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  if (/^[\x20-\x26\x28-\x7e]*$/.test(text)) return `'${shorten(text)}'`
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `$'${shorten(escaped)}'`
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters in all)`
}
