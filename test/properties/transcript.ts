import type { Reply, RequestOptions } from '../helper.js'

/** An answer longer than this is cut. */
const LONGEST_ANSWER = 2000

/** So often must a byte follow itself to be written as a command that repeats it. */
const LONG_RUN = /(.)\1{199,}/gs

/** A request as a command of the shell, what was answered, and when by the service's clock. */
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
    // curl names a type for a body by itself.
    ...(bytes !== undefined && !('content-type' in headers) ? ["-H 'content-type:'"] : []),
    ...(bytes === undefined ? [] : [isPlain ? `--data-raw ${quote(bytes)}` : '--data-binary @-']),
  ].join(' ')
  const whole = bytes === undefined || isPlain ? command : `${writerOf(bytes)} | ${command}`
  const answer = reply === undefined ? 'no answer' : `${reply.status} ${shorten(reply.bytes.toString())}`
  return `${whole}\n  # at ${new Date(now).toISOString()}: ${answer.replaceAll('\n', '\\n')}`
}

/** A command that writes these bytes; arguments of commands could not hold all of them. */
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

/** Bytes in octal where they are not printable, or mean something to the shell, or to `printf` and `tr`. */
function escapeBytes(bytes: string): string {
  return bytes.replace(
    /[^\x20-\x7e]|[\\']/g,
    (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function shorten(text: string): string {
  return text.length <= LONGEST_ANSWER
    ? text
    : `${text.slice(0, LONGEST_ANSWER)}… (${text.length} characters in all)`
}
