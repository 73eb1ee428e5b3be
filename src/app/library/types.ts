/** The faults of the buggy variant. The published types import nothing, so the names are repeated here; a test compares them. */
export type FaultName =
  | 'slow-response'
  | 'server-error'
  | 'search-case'
  | 'missing-fields'
  | 'pagination'
  | 'date-mix'
  | 'wrong-status'
  | 'unavailable'
  | 'rate-limited'
  | 'html-error'
  | 'malformed-json'
  | 'wrong-content-type'
  | 'empty-response'
  | 'truncated-body'
  | 'slow-body'
  | 'connection-reset'
  | 'lost-response'
  | 'stale-read'
  | 'duplicate-item'
  | 'overload'

/** The rates of faults, from 0 to 1. The other faults have their rates in the specification, or 0. */
export type FaultRates = Partial<Record<FaultName, number>>

/** An account of v2. */
export interface Account {
  username: string
  password: string
  role: 'ADMIN' | 'USER'
}

export interface TaskBoardOptions {
  /** The port to listen on. The default is 0, which picks a free port. */
  port?: number
  /** The address to listen on. The default is `127.0.0.1`. */
  host?: string
  /** `sqlite:<file>`, `postgres://…`, or by default `sqlite::memory:`. */
  databaseUrl?: string
  /** The rates of the faults of buggy. */
  rates?: FaultRates
  /** The seed of the fault plan: the same seed gives the same faults. The default is random. */
  seed?: number
  /** The shortest and the longest delay of a slow response in milliseconds. The default is `[2000, 5000]`. */
  delay?: readonly [shortest: number, longest: number]
  /** Whether to fill the empty default board with demo tasks. The default is `false`. */
  demoData?: boolean
  /** The accounts of v2. The default is the published accounts. */
  accounts?: readonly Account[]
  /** The lifetime of access tokens in seconds. The default is 3600. */
  accessTokenTtl?: number
  /** Returns the current time in milliseconds, for timestamps and the expiry of tokens. The default is `Date.now`. */
  clock?: () => number
  /** The minimum level of the log on standard output. The default is `silent`. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Other settings by the names of their environment variables, such as `BOARDS_ONLY`. */
  settings?: Readonly<Record<string, string | number | boolean>>
}

/** The base URLs of the variants. */
export interface Apis {
  v1: string
  v2: string
  buggy: string
}

/** A running service. */
export interface TaskBoard {
  /** The base URL, without a slash at the end. */
  url: string
  port: number
  /** The base URLs of the variants of the default board. */
  apis: Apis
  /** Creates a private board, with its own tasks, sessions and faults. */
  board(options?: BoardOptions): Promise<Board>
  /** Stops the service. Requests that still run after a second are interrupted. */
  close(): Promise<void>
}

/** The fault settings of a board, as in `PUT /boards/{id}/faults`. */
export interface FaultSettings {
  profile?: string
  rates?: FaultRates
  delay?: readonly [shortest: number, longest: number]
  seed?: number
  /** The faults of each request in turn. */
  script?: readonly (readonly FaultName[])[]
  scriptEnd?: 'none' | 'repeat'
  disclose?: boolean
  force?: boolean
}

export interface BoardOptions {
  name?: string
  /** The initial content. By default, the board is empty. */
  fixture?: 'demo'
  faults?: FaultSettings
  /** The names of defects and of their sets, as in `POST /boards`. */
  defects?: readonly string[]
  /** Whether `url` is a port of the board alone, for clients that drop the path of a base URL. The default is `false`. */
  ownPort?: boolean
}

/** A private board. */
export interface Board {
  id: string
  /** The base URL, without a slash at the end. */
  url: string
  /** The base URLs of the variants. */
  apis: Apis
  /** The bearer token for the management API. */
  ownerToken: string
  /** Replaces the content of the board with that of a fixture, or empties it. Ids start at 1 again. */
  reset(fixture?: 'demo'): Promise<void>
  /** Deletes the board. */
  delete(): Promise<void>
}

export interface SuggestOptions {
  /** The name of the style, such as `pytest`. The default is `node-test`. */
  as?: string
  /** The variant that the test calls. The default is `v1`, or `v2` for a defect that only v2 has. */
  variant?: 'v1' | 'v2'
  /** The base URL of the variant that the test uses if its environment has none. */
  baseUrl?: string
}

/** A test that finds a defect. */
export interface SuggestedTest {
  /** The path of its file in a project. */
  file: string
  code: string
  /** The other files of a project that runs it: their contents by path. */
  project: Readonly<Record<string, string>>
  /** The command that runs the tests of the project, in its folder. */
  command: string
}
