import type { BoardKind } from '../boards/tasks.js'
import type { Api, ContestantName } from '../contestants/contestants.js'
import type { Request } from '../contestants/process.js'

export type WorkloadName =
  | 'get-one'
  | 'get-one-v2'
  | 'get-one-buggy'
  | 'page-in-order'
  | 'last-page-in-order'
  | 'page'
  | 'page-400'
  | 'filter-sort'
  | 'search-rare'
  | 'search-rare-alone'
  | 'search-frequent'
  | 'search-none'
  | 'summary'
  | 'session'
  | 'mixed'
  | 'replace'
  | 'comment'
  | 'login'
  | 'upload'
  | 'create'
  | 'move'
  | 'delete'

/** Values that requests are built from. */
export interface Facts {
  /** The number of tasks. */
  size: number
  /** The number of tasks in the first column. */
  columnLength: number
  /** An access token of v2. */
  token: string
  /** The base paths of the private boards of the workload, one for each connection. */
  boards: readonly string[]
}

/** Returns the request at an index of an endless sequence. */
export type Sequence = (index: number) => Request

/** One kind of request that is measured. */
export interface Workload {
  name: WorkloadName
  title: string
  /** The kind of board that it runs on. */
  kind: BoardKind
  /** The requests, for each API that has such an operation. */
  requests: Partial<Record<Api, (facts: Facts) => Sequence>>
  /**
   * The expected status of every response. A workload with several steps has a list: each connection sends the requests
   * of all steps in turn.
   */
  status: number | readonly number[]
  /** The private boards to create for it, and the number of tasks of each. By default, it uses the default board. */
  boards?: { count: number; tasks: number }
  /** The expected number of tasks in a list. */
  tasks?: (size: number) => number
  connections: number
  /** The maximum number of requests, if more would change the data too much. */
  maxRequests?: number
  /** The contestants to measure, if not all. */
  contestants?: readonly ContestantName[]
  /** Part of a quick run, because a goal depends on it. */
  isQuick?: true
  /** Whether to find the longest block of the event loop. */
  isWatched?: true
  /** Whether each request depends on the previous ones of its connection. Such a workload has no constant rate. */
  isOrdered?: true
}

/** The number of concurrent connections. */
export const CONNECTIONS = 50
export const PAGE_SIZE = 20

/** Returns the expected status of each step. */
export function stepsOf({ status }: Pick<Workload, 'status'>): readonly number[] {
  return typeof status === 'number' ? [status] : status
}

export function get(path: string, headers: Request['headers'] = {}): Request {
  return { method: 'GET', path, headers }
}

/** A request with a JSON body. */
export function json(method: Request['method'], path: string, body: object): Request {
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
