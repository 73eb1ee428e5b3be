/** A document whose clients play the scenario. */
export type DocumentName = 'v1' | 'v2' | 'buggy' | 'boards' | 'earlier-v1' | 'earlier-v2' | 'earlier-buggy'

/** A file to upload. */
export interface Upload {
  name: string
  type: string
  /** Its bytes in base64. */
  bytes: string
}

/** A request. */
export interface Call {
  /** The id of the operation. */
  operation: string
  /** The access token, `null` without one. */
  token: string | null
  /** The values of the parameters of the path, in their order. */
  path: (number | string)[]
  query: Record<string, number | string>
  /** The body, `undefined` without one. */
  body?: unknown
  files?: Upload[]
}

/** A response: its body is that of a success or of an error, as the client has decoded it, or the base64 of a file. */
export interface Reply {
  status: number
  body?: unknown
}

/**
 * A step of the scenario. A text `$name/path` stands for a part of a value that an earlier step has kept, and `$/path` for
 * a part of the response itself. An object with the member `$` has the members of its value, besides its own.
 */
export interface Step {
  call: string
  /** The clients that cannot perform the step. */
  unless?: keyof Traits
  path?: Call['path']
  query?: Call['query']
  /** The access token. By default, that which was kept as `token`. */
  token?: string | null
  send?: unknown
  files?: Upload[]
  /** The expected status of a success, or of an error, whose body must be complete. */
  status?: number
  error?: number
  /** The expected body. `match.ts` says what may stand in it for a value. */
  body?: unknown
  /** The expected values at some JSON pointers, and values that must not be there. */
  at?: Record<string, unknown>
  not?: Record<string, unknown>
  /** Names for values at some JSON pointers of the body, for later steps. */
  keep?: Record<string, string>
}

/** What differs between clients. */
export interface Traits {
  /** Whether the client sends the media types of files. If not, the service takes them for `application/octet-stream`. */
  sendsNoMediaTypes?: boolean
  /** Whether the client turns members that are absent, `null` or an empty object into the same. */
  mergesNothing?: boolean
  /** Whether the client fails to decode a list of lists of enumerated values. */
  failsOnNestedLists?: boolean
}
