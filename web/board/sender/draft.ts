import { redact, redactParameters } from '../../../src/rules/expected-vs-actual/redact.js'
import { TEXT_MAX } from '../../shared/request-details/is-cut.js'
import type { Variant } from '../../shared/service/variants.js'
import type { Challenge } from '../challenges/use-challenges.js'
import { findOperation, type Operation } from '../service/operations.js'

/** The media type of an upload. */
export const MULTIPART = 'multipart/form-data'

/** A request that the user is writing. */
export interface Draft {
  variant: Variant
  method: string
  /** The path below the base path of the variant, with the query. */
  path: string
  /** One header per line. */
  headers: string
  /** The body as text. */
  text: string
  /** Whether the body has files instead of the text. */
  isMultipart: boolean
}

/** The headers and the body that an operation suggests. */
type Suggestion = Pick<Draft, 'headers' | 'text' | 'isMultipart'>

/** Returns the example of an operation as it is written into the form. */
export function suggestionOf(operation: Operation | undefined): Suggestion {
  const { mediaType, examples } = operation?.body ?? { mediaType: '', examples: {} }
  const [first] = Object.values(examples)
  const isMultipart = mediaType === MULTIPART
  return {
    headers: mediaType === '' || isMultipart ? '' : `Content-Type: ${mediaType}`,
    text: first === undefined || isMultipart ? '' : writeExample(first),
    isMultipart,
  }
}

/** The challenges that the example of their operation solves. Users write the requests of the others themselves. */
const STARTED: readonly string[] = [
  'first-list',
  'read-task',
  'first-task',
  'replace-task',
  'delete-task',
  'board-summary',
  'first-comment',
  'login',
  'first-file',
]

/**
 * Returns the operation whose example solves a challenge.
 *
 * @param operations the operations of the variant
 * @returns `undefined` if there is none, if the exercise hides it, or if the board has no task for its path
 */
export function startOf(challenge: Challenge, operations: readonly Operation[]): Operation | undefined {
  const { name, teaches } = challenge
  const isStart = ({ method, template }: Operation) => `${method} ${template}` === teaches.operation
  return STARTED.includes(name) ? operations.find((one) => one.isFilled && isStart(one)) : undefined
}

export function writeExample(example: unknown): string {
  return JSON.stringify(example, null, 2)
}

/**
 * Changes a draft. The headers and the body follow the operation, unless the user has changed them.
 *
 * @param operations the operations of the variant
 */
export function changeDraft(before: Draft, change: Partial<Draft>, operations: readonly Operation[]): Draft {
  const next = { ...before, ...change }
  const suggested = suggestionOf(findOperation(operations, before.method, before.path))
  const isUntouched = before.text === suggested.text && before.headers === suggested.headers
  if (!isUntouched || (before.method === next.method && before.path === next.path)) return next
  return { ...next, ...suggestionOf(findOperation(operations, next.method, next.path)), ...change }
}

/** Splits a pasted URL of a request into its variant and the path. */
export function splitUrl(text: string): Partial<Draft> {
  const [, variant, path] = /^(?:https?:\/\/[^/]+)?(?:\/b\/[^/]+)?\/api\/(v1|v2|buggy)(\/.*)$/.exec(text.trim()) ?? []
  return variant === undefined ? { path: text } : { variant: variant as Variant, path: path ?? '/' }
}

/** Returns why a text is not JSON; `undefined` if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as SyntaxError).message
  }
}

/** Whether the draft says that its body is JSON. */
export function isJson({ headers, isMultipart }: Draft): boolean {
  return !isMultipart && /^content-type:[^\n]*json/im.test(headers)
}

/** Whether `fetch` sends a body with a method. */
export function allowsBody({ method }: Draft): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** The start of the value of a header with credentials, whatever the name of the header. */
const CREDENTIALS = /\b(?:bearer|basic)\s/i

/** Leaves out headers with secrets and long bodies, and replaces other secrets. */
export function withoutSecrets({ headers, path, text, ...draft }: Draft): Draft {
  const safe = headers.split('\n').filter((line) => {
    const [name = ''] = line.split(':')
    return !/cookie/i.test(name) && !CREDENTIALS.test(line) && redactParameters(`${name}=x`) === `${name}=x`
  })
  const body = text.length > TEXT_MAX ? '' : redact(text)
  return { ...draft, path: redactParameters(path), headers: safe.join('\n'), text: body }
}
