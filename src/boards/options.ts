import type { BoardsConfig } from '../config.js'
import {
  BOARD_COMMENTS,
  BOARD_MEBIBYTES,
  BOARD_TASKS,
  BOARD_TTL_SECONDS,
  BOARDS_MAX,
  MEBIBYTE,
  SNAPSHOT_MEBIBYTES,
} from '../limits.js'
import { DEFAULT_BOARD, type QuotaOf } from '../store/store.js'

/** What concerns private boards where nothing is configured. */
export const BOARDS_DEFAULTS: BoardsConfig = {
  creators: 'open',
  adminToken: undefined,
  ttl: BOARD_TTL_SECONDS,
  boardsMax: BOARDS_MAX,
  quota: {
    tasks: BOARD_TASKS,
    comments: BOARD_COMMENTS,
    attachmentBytes: BOARD_MEBIBYTES * MEBIBYTE,
  },
  rates: { board: undefined, address: undefined, boardsPerHour: undefined },
  snapshotMax: SNAPSHOT_MEBIBYTES * MEBIBYTE,
  isLocal: true,
}

/** The quota of each board: the default one has none where only its own machine reaches the service. */
export function createQuotas({ quota, isLocal }: Pick<BoardsConfig, 'quota' | 'isLocal'>): QuotaOf {
  return (board) => (isLocal && board === DEFAULT_BOARD ? undefined : quota)
}
