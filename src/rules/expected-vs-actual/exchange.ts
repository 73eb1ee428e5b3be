/** The media types whose content is text. */
const TEXT = /^(text\/|application\/(.+\+)?json)/

/** Whether the content of a media type is text. */
export function isText(mediaType = ''): boolean {
  return TEXT.test(mediaType)
}

/** A body of an exchange. */
export interface RecordedBody {
  /** The text, or its start (decision 128); `null` if the body is not text, or is not recorded. */
  text: string | null
  /** The length of the whole body. */
  bytes: number
}

export interface RecordedResponse {
  readonly status: number
  /** The values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody
}

export interface RecordedRequest {
  /** The `Content-Type`, or `null` if the request has none. */
  mediaType: string | null
  body: RecordedBody
  /** The files of an upload without their content. The sizes are in bytes. */
  files?: readonly { name: string; mediaType: string; size: number }[]
  /** The name of the test that sent it (`X-Test-Name`). */
  test?: string
}

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
export const DIFFERENCE_KINDS = [
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

/** One thing in which a response differs from the expected response. */
export interface Difference {
  /**
   * The location: `status`, `time`, `response` (there is none), `headers.<name>` in lower case, `body`, or a path below it such as
   * `body.content[3].updatedAt`.
   */
  at: string
  kind: (typeof DIFFERENCE_KINDS)[number]
  /** The object that has this member, for example `task 12` or `comment 3 of task 12`. Absent if none has an id. */
  of?: string
  /** If items of a list are missing, added, repeated, or in another order: what an item is, for example `task`. */
  items?: string
  /** The expected value, shortened. Absent if nothing is expected. */
  expected?: unknown
  /** The value in the response, shortened. Absent if there is none. For `delay` the milliseconds. */
  actual?: unknown
}

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
