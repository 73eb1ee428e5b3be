import type { Reply, RequestOptions } from '../kit/helper.js'

/** The length at which a response is truncated. */
const RESPONSE_MAX = 2000

/** Runs of one byte that are written as a command that repeats it. */
const LONG_RUN = /(.)\1{199,}/gs

/** A request as a shell command, with its response and the time of the service's clock. */
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
  const bytes = body === undefined ? undefined : Buffer.from(body).toString('latin1')
  const isPlain = bytes !== undefined && /^[\x20-\x7e]{0,999}$/.test(bytes)
  const command = [
    `curl -X ${method} ${quote(`http://localhost:3000${url}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Without this header curl adds a media type to a body.
    ...(bytes !== undefined && !('content-type' in headers) ? ["-H 'content-type:'"] : []),
    ...(bytes === undefined ? [] : [isPlain ? `--data-raw ${quote(bytes)}` : '--data-binary @-']),
  ].join(' ')
  const pipeline = bytes === undefined || isPlain ? command : `${writerOf(bytes)} | ${command}`
  const response = reply === undefined ? 'no response' : `${reply.status} ${shorten(reply.bytes.toString())}`
  return `${pipeline}\n  # at ${new Date(now).toISOString()}: ${response.replaceAll('\n', '\\n')}`
}

/** A command that writes these bytes, which may be too long for an argument. */
function writerOf(bytes: string): string {
  const commands: string[] = []
  let end = 0
  for (const { 0: run, 1: byte = '', index } of bytes.matchAll(LONG_RUN)) {
    commands.push(...printf(bytes.slice(end, index)))
    commands.push(`head -c ${run.length} /dev/zero | tr '\\0' '${escapeBytes(byte)}'`)
    end = index + run.length
  }
  commands.push(...printf(bytes.slice(end)))
  return commands.length === 1 ? String(commands) : `{ ${commands.join('; ')}; }`
}

function printf(bytes: string): string[] {
  return bytes === '' ? [] : [`printf -- '${escapeBytes(bytes).replaceAll('%', '%%')}'`]
}

/** Escapes bytes that are not printable or are special to the shell, `printf` or `tr`, in octal. */
function escapeBytes(bytes: string): string {
  return bytes.replace(/[^\x20-\x7e]|[\\']/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function shorten(text: string): string {
  return text.length <= RESPONSE_MAX ? text : `${text.slice(0, RESPONSE_MAX)}… (${text.length} characters in total)`
}
