import type { BoardKind } from '../boards/tasks.js'
import type { Api, ContestantName } from '../contestants/contestants.js'
import type { Request } from '../contestants/process.js'

export type WorkName =
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
  | 'replace'
  | 'comment'
  | 'login'
  | 'upload'
  | 'create'
  | 'move'
  | 'delete'

/** What requests are made of. */
export interface Facts {
  /** The number of tasks. */
  size: number
  /** The number of tasks in the first column. */
  columnLength: number
  /** An access token of v2. */
  token: string
}

/** The request at a place in a sequence that has no end. */
export type Sequence = (index: number) => Request

/** One kind of request that is measured. */
export interface Work {
  name: WorkName
  title: string
  /** The board that it is done on. */
  kind: BoardKind
  /** Its requests to each kind of contestant that has such an operation. */
  requests: Partial<Record<Api, (facts: Facts) => Sequence>>
  /** What every answer must be: its status, and for lists its number of tasks. */
  status: number
  tasks?: (size: number) => number
  connections: number
  /** How many requests are made at most, where they would change too much of the data in the time. */
  most?: number
  /** The only contestants that are of interest. */
  contestants?: readonly ContestantName[]
  /** Whether it is part of a quick run: where a goal depends on it. */
  isQuick?: true
  /** Whether the longest piece of work is looked for. */
  isWatched?: true
}

/** How many connections ask at once. */
export const CONNECTIONS = 50
export const PAGE_SIZE = 20

export function get(path: string, headers: Request['headers'] = {}): Request {
  return { method: 'GET', path, headers }
}

/** A request with a body of JSON. */
export function json(method: Request['method'], path: string, body: object): Request {
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
