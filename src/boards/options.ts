import {
  BOARD_COMMENTS,
  BOARD_EXCHANGES_KIBIBYTES,
  BOARD_MEBIBYTES,
  BOARD_TASKS,
  BOARD_TTL_SECONDS,
  BOARDS_MAX,
  MEBIBYTE,
  SNAPSHOT_MEBIBYTES,
} from '../contract/limits.js'
import type { Creators } from '../settings.js'
import type { BoardQuota, BoardQuotas } from '../store/store.js'

/** The options of private boards. */
export interface BoardsOptions {
  /** Who may create boards. */
  creators: Creators
  /** The bearer token of the administrator. If it is `undefined`, there is no administrator. */
  adminToken: string | undefined
  /** The time in seconds after which an unused board expires. */
  ttl: number
  /** The maximum number of private boards. */
  boardsMax: number
  /** The quota of a board. */
  quota: BoardQuota
  /** The maximum size of the recorded exchanges of a board in bytes; 0 records none. */
  exchangesMax: number
  rates: BoardRates
  /** The maximum size of a snapshot in bytes. */
  snapshotMax: number
  /** The host whose subdomains are the hosts of boards, in lower case; `undefined` if boards have no hosts. */
  boardHost: string | undefined
  /** Whether there are only private boards. */
  boardsOnly: boolean
  /** The boards with a port of their own. */
  boardPorts: readonly BoardPort[]
  /**
   * Whether only clients on this machine can reach the service. The default board then has no quotas and no rate
   * limits.
   */
  isLocal: boolean
}

/** A board with a port of its own on a loopback address. */
export interface BoardPort {
  id: string
  port: number
}

/** The rate limits. `undefined` means no limit. */
export interface BoardRates {
  /** Requests per second to one board. */
  board: number | undefined
  /** Requests per second from one address. */
  address: number | undefined
  /** Boards that one address may create per hour. */
  boardsPerHour: number | undefined
  /** Failed logins per minute from one address to one board. */
  loginFailures: number | undefined
}

/** The host of boards in local mode. Browsers and curl resolve its subdomains to this machine (RFC 6761, section 6.3). */
export const LOCAL_BOARD_HOST = 'localhost'

/** The default options of private boards. */
export const BOARDS_DEFAULTS: BoardsOptions = {
  creators: 'open',
  adminToken: undefined,
  ttl: BOARD_TTL_SECONDS,
  boardsMax: BOARDS_MAX,
  quota: {
    tasks: BOARD_TASKS,
    comments: BOARD_COMMENTS,
    attachmentBytes: BOARD_MEBIBYTES * MEBIBYTE,
  },
  exchangesMax: BOARD_EXCHANGES_KIBIBYTES * 1024,
  rates: { board: undefined, address: undefined, boardsPerHour: undefined, loginFailures: undefined },
  snapshotMax: SNAPSHOT_MEBIBYTES * MEBIBYTE,
  boardHost: LOCAL_BOARD_HOST,
  boardsOnly: false,
  boardPorts: [],
  isLocal: true,
}

/** Returns the quotas. The default board has none if only clients on this machine can reach the service. */
export function createQuotas({ quota, isLocal }: Pick<BoardsOptions, 'quota' | 'isLocal'>): BoardQuotas {
  return { private: quota, ...(!isLocal && { default: quota }) }
}
