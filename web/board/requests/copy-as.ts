/** A request as other tools send it. */
export interface CopiedRequest {
  method: string
  /** The absolute URL with the query. */
  url: string
  mediaType: string | null
  /** The body; `null` if there is none. */
  text: string | null
  /** The names of the files of an upload. */
  files?: readonly string[] | undefined
  /** Whether the operation needs a token. The texts read it from the environment variable `TOKEN`. */
  needsToken: boolean
}

/** The value of `Authorization` as an expression of each language. It reads the token from the environment. */
const AUTHORIZATION = { fetch: '"Bearer " + process.env.TOKEN', python: '"Bearer " + os.environ["TOKEN"]' }

/** Returns a command for a POSIX shell. */
export function asCurl({ method, url, mediaType, text, files, needsToken }: CopiedRequest): string {
  const hasBody = text !== null || files !== undefined
  return [
    'curl',
    ...methodOption(method, hasBody),
    // Otherwise, curl would expand brackets.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quote(url),
    ...(needsToken ? ['-H', '"Authorization: Bearer $TOKEN"'] : []),
    ...(text === null ? [] : ['-H', quote(`Content-Type:${mediaType === null ? '' : ` ${mediaType}`}`)]),
    ...(text === null ? [] : ['--data-raw', quote(text)]),
    ...(files ?? []).flatMap((name) => ['-F', quote(`files=@"${name.replace(/["\\]/g, '\\$&')}"`)]),
  ].join(' ')
}

/** curl sends GET without a body and POST with a body by itself. With `-X HEAD`, it would wait for a body. */
function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', quoteWord(method)]
}

/** Returns code for `fetch`. It sends no body with GET and HEAD. */
export function asFetch(request: CopiedRequest): string {
  const { method, url, text, files } = request
  const isBodyAllowed = method !== 'GET' && method !== 'HEAD'
  const headers = headersOf(request, AUTHORIZATION.fetch)
  const options = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(isBodyAllowed && text !== null ? [`body: ${literal(text)}`] : []),
    ...(isBodyAllowed && files ? ['body: form'] : []),
  ]
  return [
    ...(files ? ['const form = new FormData()'] : []),
    ...(files ?? []).map((name) => `form.append('files', new File(['content'], ${literal(name)}))`),
    `const response = await fetch(${literal(url)}${options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`})`,
    'console.log(response.status, await response.text())',
  ].join('\n')
}

/** Returns code for the Python package `requests`. */
export function asPython(request: CopiedRequest): string {
  const { method, url, text, files, needsToken } = request
  const headers = headersOf(request, AUTHORIZATION.python)
  const given = [
    literal(method),
    literal(url),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(text === null ? [] : [`data=${literal(text)}.encode()`]),
    ...(files ? [`files=[${files.map((name) => `("files", open(${literal(name)}, "rb"))`).join(', ')}]`] : []),
  ]
  return [
    ...(needsToken ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.request(\n    ${given.join(',\n    ')},\n)`,
    'print(response.status_code, response.text)',
  ].join('\n')
}

/** Returns the headers of a request as entries of an object. */
function headersOf({ mediaType, text, needsToken }: CopiedRequest, authorization: string): string[] {
  return [
    ...(needsToken ? [`"Authorization": ${authorization}`] : []),
    ...(text !== null && mediaType !== null ? [`"Content-Type": ${literal(mediaType)}`] : []),
  ]
}

/** Returns a text as a literal of JavaScript and Python. Both understand the escapes of JSON. */
function literal(text: string): string {
  return JSON.stringify(text)
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function quoteWord(text: string): string {
  return /^[A-Z]+$/.test(text) ? text : quote(text)
}
