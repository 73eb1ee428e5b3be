import { type Static, Type } from '@sinclair/typebox'
import { TEST_NAME_MAX } from '../../contract/limits.js'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { list, string, stringEnum, wholeNumber } from '../../contract/schemas/values.js'

/** The media types whose content is text. */
const TEXT = /^(text\/|application\/(.+\+)?json)/

/** Whether the content of a media type is text. */
export function isText(mediaType = ''): boolean {
  return TEXT.test(mediaType)
}

export const ExchangeBody = component('ExchangeBody', 'A recorded body.', {
  text: nullable(
    string(
      'The text, at most its first 16,384 characters. `null` if the body is not text, or was not read. Passwords and tokens are replaced by `[redacted]`, and by 0 if they are numbers.',
    ),
  ),
  bytes: wholeNumber('The length of the full body in bytes.'),
})
export type RecordedBody = Static<typeof ExchangeBody>

export interface RecordedResponse {
  readonly status: number
  /** The values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody
}

export const ExchangeFile = component('ExchangeFile', 'A file of an upload. Its content is not recorded.', {
  name: Type.String(),
  mediaType: Type.String(),
  size: wholeNumber('The size of the file in bytes.'),
})

export const ExchangeRequest = component('ExchangeRequest', 'A recorded request.', {
  mediaType: nullable(string('The `Content-Type`; `null` if the request had none.')),
  body: ref(ExchangeBody),
  files: Type.Optional(list(ref(ExchangeFile), 'The files of an upload.')),
  test: Type.Optional(
    string(`The \`X-Test-Name\` of the request, at most ${TEST_NAME_MAX} characters: the test that sent it.`),
  ),
})

export type RecordedRequest = Static<typeof ExchangeRequest>

/**
 * The kinds of differences.
 *
 * - `value`: another value of the same type
 * - `type`: another JSON type
 * - `missing`: the member, header, or list items are missing
 * - `added`: the member, header, or list items must not be there
 * - `repeated`: the list items are there more than once
 * - `order`: the items of a list are in another order
 * - `delay`: the response, or the end of its body, was delayed
 * - `stored`: the response may be right, but the request stored the wrong data
 * - `unknown`: a defect has changed the response, but the expected response is not known
 */
const DIFFERENCE_KINDS = [
  'value',
  'type',
  'missing',
  'added',
  'repeated',
  'order',
  'delay',
  'stored',
  'unknown',
] as const

export const Difference = component('Difference', 'A difference between the response and the expected response.', {
  at: string(
    'The location: `status`, `time`, `response` (there is none), `headers.<name>`, `body`, or a path such as `body.content[3].updatedAt`.',
  ),
  kind: stringEnum(DIFFERENCE_KINDS, { description: 'The kind of the difference.' }),
  of: Type.Optional(string('The object that has this member, for example `task 12`.')),
  items: Type.Optional(string('The kind of the items in the list, for example `task`.')),
  expected: Type.Optional(Type.Unknown({ description: 'The expected value. Absent if nothing is expected.' })),
  actual: Type.Optional(Type.Unknown({ description: 'The value in the response. Absent if there is none.' })),
  sentence: string('The difference as a sentence.'),
})

/** One thing in which a response differs from the expected response. Its values are shortened; delays are in milliseconds. */
export type Difference = Omit<Static<typeof Difference>, 'sentence'>

/** A request and its response, as the log of a private board records it. */
export interface Exchange {
  request: RecordedRequest
  response: RecordedResponse
  /** The time until the first byte of the response was sent, in microseconds. */
  firstByte: number
  /** Whether the client disconnected before the end of the response. */
  disconnected: boolean
  /** The delay by a fault, in milliseconds. */
  delay?: number
  /** The time in which a fault sent the body, in milliseconds. */
  bodyDelay?: number
  /** Whether a server error replaced the operation, so that nothing was executed. */
  replaced?: true
  /** Whether defects have changed the response, but the expected response is not known. */
  unknown?: true
  /** The response without faults and defects, if it differs and is known. */
  expected?: RecordedResponse
  /** The differences, if the recorded texts are too short to show them. */
  difference?: Difference[]
  /** What the faults have changed, one after the other, if this is not what the differences show. */
  work?: Difference[]
}
