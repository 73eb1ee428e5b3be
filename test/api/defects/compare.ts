import type { Json, Reply } from '../../kit/helper.js'

/** Headers whose values differ between two requests, or follow from the body. */
const OWN_HEADERS = ['date', 'x-request-id', 'content-length']

/** Values that are different for each session. */
const SECRETS = ['token', 'refreshToken']

/**
 * Returns the places at which a response differs from another, such as `status` or `content[].title`. The bodies of
 * responses with different statuses, and tasks with different ids, are not compared.
 */
export function differences(reply: Reply, expected: Reply): string[] {
  const headers = compare('headers', headersOf(reply), headersOf(expected))
  if (reply.status !== expected.status) return ['status', ...headers.filter((name) => !name.endsWith('content-type'))]
  return [...new Set([...headers, ...compare('', bodyOf(reply), bodyOf(expected))])]
}

/** Removes the path of the board. */
function own(text: string): string {
  return text.replaceAll(/\/b\/[a-z2-7]{26}/g, '')
}

function headersOf({ headers }: Reply): Record<string, string> {
  const shared = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  return Object.fromEntries(shared.map(([name, value]) => [name, own(String(value))]))
}

function bodyOf({ json, bytes }: Reply): Json {
  const body = json === undefined ? parse(String(bytes)) : JSON.parse(own(JSON.stringify(json)))
  if (isObject(body)) for (const name of SECRETS) if (name in body) body[name] = ''
  return body
}

/** Parses JSON with another media type. */
function parse(text: string): Json {
  return text.startsWith('{') ? JSON.parse(own(text)) : text
}

function compare(at: string, value: Json, expected: Json): string[] {
  if (Array.isArray(value) && Array.isArray(expected)) {
    if (value.length !== expected.length) return [`${at}.length`]
    return value.flatMap((member, index) => compare(`${at}[]`, member, expected[index]))
  }
  if (isObject(value) && isObject(expected)) {
    if (at !== '' && typeof value.id === 'number' && value.id !== expected.id) return [`${at}.id`]
    const names = new Set([...Object.keys(value), ...Object.keys(expected)])
    return [...names].flatMap((name) => compare(at === '' ? name : `${at}.${name}`, value[name], expected[name]))
  }
  return Object.is(value, expected) ? [] : [at || 'body']
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
