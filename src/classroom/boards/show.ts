import type { FastifyRequest } from 'fastify'
import type { AddressOptions } from '../../api/boards/find-board.js'
import { boardPath, hostUrl } from '../../api/boards/prefix.js'
import { VARIANTS } from '../../api/variants.js'
import { DEFAULT_BOARD, isHostLabel } from '../../contract/board-id.js'
import { toTimestamp } from '../../contract/time.js'
import { variantPath } from '../../contract/variant-path.js'
import { serverUrl } from '../../http/base-url.js'
import type { Board } from '../../rooms/board-life.js'
import { DOCUMENTATION_PATH } from '../../site/documentation-page.js'
import type { Board as PublishedBoard } from './schemas.js'

export interface DescribeOptions extends AddressOptions {
  /** The time in seconds after which an unused board expires. */
  boardTtl: number
}

/** Returns a board as in responses, with the URLs at which the client of this request can reach it. */
export function describeBoard(
  board: Pick<Board, 'id' | 'name' | 'createdAt' | 'usedAt'> & Partial<Pick<Board, 'expiresAt'>>,
  request: FastifyRequest,
  { publicUrl, boardHost, boardTtl }: DescribeOptions,
): PublishedBoard {
  const { id, name, createdAt, usedAt, expiresAt = null } = board
  const server = serverUrl(request, publicUrl)
  const baseUrl = server + (id === DEFAULT_BOARD ? '' : boardPath(id))
  const apis = Object.fromEntries(VARIANTS.map(({ name }) => [name, baseUrl + variantPath(name)]))
  return {
    id,
    name,
    baseUrl,
    hostUrl: boardHost !== undefined && isHostLabel(id) ? hostUrl(id, boardHost, server) : null,
    apis,
    docs: baseUrl + DOCUMENTATION_PATH,
    createdAt,
    // A board of a class expires with the class.
    expiresAt: expiresAt ?? (usedAt === null ? null : toTimestamp(Date.parse(usedAt) + boardTtl * 1000)),
  }
}
