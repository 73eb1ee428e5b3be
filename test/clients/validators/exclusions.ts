import type { Exchange, Violation } from './judge.ts'
import type { Validator } from './validators.ts'

/** Violations of a validator that no document can avoid. */
export interface Exclusion {
  name: string
  kind: Violation['kind']
  /** The validators to which it applies. */
  of: readonly Validator['name'][]
  covers(violation: Violation): boolean
}

const KIN = 'kin-openapi'
const LIBOPENAPI = 'libopenapi-validator'
const CORE = 'openapi-core'
const ATLASSIAN = 'swagger-request-validator'
const ALL = [KIN, LIBOPENAPI, CORE, ATLASSIAN] as const

/** Each must apply to each of its validators in a run, so none stays here after it has become unnecessary. */
export const EXCLUSIONS: readonly Exclusion[] = [
  {
    name: 'a parameter that is sent twice',
    kind: 'refused',
    of: [KIN, LIBOPENAPI, CORE],
    covers: ({ exchange }) => everyInvalid(exchange, (name) => queryOf(exchange).getAll(name).length > 1),
  },
  {
    name: 'an integer that is not written as in JSON, such as `01`, `+1` and `1e0`',
    kind: 'refused',
    of: ALL,
    covers: ({ exchange }) => everyInvalid(exchange, (name) => isOddInteger(parameterOf(exchange, name))),
  },
  {
    name: 'a text with an unpaired surrogate',
    kind: 'refused',
    of: ALL,
    covers: ({ exchange }) => everyInvalid(exchange, () => hasUnpairedSurrogate(exchange.sent || 'null')),
  },
  {
    name: 'a blank text with U+2028 or U+2029',
    kind: 'refused',
    of: ALL,
    covers: ({ exchange }) => everyInvalid(exchange, () => hasBlankWithSeparator(exchange.sent || 'null')),
  },
  refusedWith('a URL whose percent-encoding is not UTF-8', ALL, /^Request URL is not valid$/),
  refusedWith('JSON that is not UTF-8', ALL, /^Request body is not valid UTF-8$/),
  refusedWith('text after the JSON', [KIN, ATLASSIAN], /^Request body is not valid JSON$/),
  refusedWith('JSON with more than 64 levels', ALL, /^Request body is nested more than 64 levels deep$/),
  refusedWith('a file that is too large, or a fourth file of a task', ALL, /^File '.+' exceeds the limit of /),
  refusedWith('an upload without files', ALL, /^At least one file must be sent /),
  refusedWith(
    'an upload with a file in another part, or with too many parts',
    [LIBOPENAPI, CORE, ATLASSIAN],
    /^File 'wrong\.txt' must be sent in a part named 'files'$|^Request body has more than \d+ parts$/,
  ),
  {
    name: 'an upload with other form fields',
    kind: 'accepted',
    of: [KIN],
    covers: ({ message }) => /: part (comment|note): undefined$/.test(message),
  },
  {
    name: 'an empty `search`',
    kind: 'accepted',
    of: [CORE],
    covers: ({ message }) => message.endsWith('Value of search query parameter cannot be empty'),
  },
  {
    name: 'an access token after `bearer` in lower case',
    kind: 'accepted',
    of: [ATLASSIAN],
    covers: ({ message, exchange }) =>
      message.startsWith('validation.request.security.invalid') && exchange.target.endsWith('/auth/me'),
  },
  {
    name: 'an id with an encoded slash',
    kind: 'unknown',
    of: [CORE],
    covers: ({ exchange: { target, status } }) => /\/tasks\/\w+%2F\w+$/.test(target) && status === 400,
  },
]

/** Requests that the service refuses before it compares them with a schema, or for the content of files. */
function refusedWith(name: string, of: Exclusion['of'], pattern: RegExp): Exclusion {
  return {
    name,
    kind: 'refused',
    of,
    covers({ exchange }) {
      const { message, errors } = errorOf(exchange)
      return errors === undefined && pattern.test(message)
    },
  }
}

/** Whether the service names fields, and a condition holds for all of them. */
function everyInvalid(exchange: Exchange, condition: (field: string) => boolean): boolean {
  const { errors } = errorOf(exchange)
  return errors !== undefined && Object.keys(errors).every(condition)
}

function errorOf({ error }: Exchange): { message: string; errors?: Record<string, string> } {
  return JSON.parse(error || '{}')
}

function queryOf({ target }: Exchange): URLSearchParams {
  return new URLSearchParams(target.split('?')[1])
}

/** The text of an integer in the path or in the query, `undefined` if there is no such parameter. */
function parameterOf(exchange: Exchange, name: string): string | undefined {
  const path = decodeURIComponent(exchange.target.split('?')[0] ?? '')
  const [, id, child] = /\/tasks\/([^/]+)(?:\/\w+(?:\/([^/]+))?)?$/.exec(path) ?? []
  if (name === 'id') return id
  if (name === 'commentId' || name === 'attachmentId') return child
  return queryOf(exchange).get(name) ?? undefined
}

function isOddInteger(text: string | undefined): boolean {
  return (
    text !== undefined && !Number.isNaN(Number.parseInt(text.normalize('NFKC'), 10)) && !/^-?(0|[1-9]\d*)$/.test(text)
  )
}

/** JSON can contain a half of a surrogate pair as an escape sequence. Many parsers replace it. */
function hasUnpairedSurrogate(json: string): boolean {
  return hasText(json, (text) => !text.isWellFormed())
}

/** The patterns of the documents do not contain these two characters of white space (decision 8). */
function hasBlankWithSeparator(json: string): boolean {
  return hasText(json, (text) => text.trim() === '' && /[\u2028\u2029]/.test(text))
}

/** Whether a condition holds for a text in JSON. */
function hasText(json: string, condition: (text: string) => boolean): boolean {
  let isFound = false
  JSON.parse(json, (_, value) => {
    if (typeof value === 'string' && condition(value)) isFound = true
    return value
  })
  return isFound
}
