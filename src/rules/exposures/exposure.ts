/**
 * A JSON value of a request or an expectation. `{ $: 'task/id' }` stands for the value that a JSON pointer names in the
 * response of an earlier step: here the `id` in the response of the step `task`.
 *
 * Texts can contain references in braces: `{task/id}`, `{login/token.0}` (the first of the parts that dots separate),
 * `{run}` (a text that differs in each run), `{basePath}` (the path of the variant), and `{admin/username}`,
 * `{admin/password}`, `{user/username}` and `{user/password}` (the accounts of v2).
 */
export type Value = string | number | boolean | null | Reference | readonly Value[] | { readonly [name: string]: Value }

export interface Reference {
  readonly $: string
}

/** The content of a file: a text, or a character and how often it is repeated. */
export type Bytes = string | { readonly repeat: string; readonly times: number }

/** A file of an upload. */
export interface FormPart {
  readonly name: string
  readonly fileName: string
  readonly type: string
  readonly content: Bytes
}

export type Body = { readonly json: Value } | { readonly text: string } | { readonly form: readonly FormPart[] }

export interface ExposureRequest {
  readonly method: string
  /** The path and the query below the variant. */
  readonly path: string
  /** Whose access token a request of v2 sends. The default is that of an account with the role `USER`. */
  readonly auth?: 'admin' | 'user' | 'none' | { readonly token: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

export type Matcher =
  /** The value, or with `plus`, the number that is larger by `plus`. For `bytes`, the content. */
  | { readonly equals: Value | Bytes; readonly plus?: number }
  /** A list with these values in any order. A text is split first. */
  | { readonly sameItems: readonly Value[]; readonly split?: string }
  /** A text that matches a regular expression. */
  | { readonly matches: string }
  | { readonly greaterThan: Value }
  /** A list without equal values. */
  | { readonly unique: true }

export interface Expectation {
  /**
   * What is expected: the status, the bytes of the body, a header, or a value of the JSON body, as a JSON pointer
   * (RFC 6901). In a pointer, `*` stands for each item of a list. For a group of requests, `status` is the list of
   * their statuses.
   */
  readonly at: 'status' | 'bytes' | `header:${string}` | `/${string}`
  readonly is: Matcher
  /** What the correct service does, as a clause: `a task without a priority is MEDIUM`. */
  readonly because: string
}

export interface Step {
  /** The name of the response, for references. */
  readonly as?: string
  /** The request, or a group of requests that are sent at the same time. */
  readonly send: ExposureRequest | readonly ExposureRequest[]
  /** How often the request is sent, one after the other. */
  readonly times?: number
  /** The time in milliseconds to wait before the request. */
  readonly after?: number
  readonly expect?: readonly Expectation[]
}

/**
 * The shortest way to expose a defect: requests, and what the correct service responds. It passes on the correct
 * service, and fails on a board with the defect. The last expectation is the one that states the rule.
 */
export interface Exposure {
  /** The rule that the defect breaks, as a sentence with the section of the specification or the decision. */
  readonly rule: string
  readonly variant: 'v1' | 'v2'
  readonly editions: readonly string[]
  /**
   * `any`: it touches only what it created, and can run beside other tests. `alone`: nothing else may happen on the board
   * meanwhile. What it creates is deleted, and some exposures delete all tasks.
   */
  readonly board: 'any' | 'alone'
  readonly steps: readonly Step[]
  /** Requests that delete what the steps created. Those that refer to a value which does not exist are not sent. */
  readonly cleanUp: readonly ExposureRequest[]
}

/** What an area states about a defect. The rule and the editions are those of the defect. */
export type Case = Omit<Exposure, 'rule' | 'editions'>

/** The exposures of an area, by the name of the defect. */
export type Cases = Readonly<Record<string, Case>>
