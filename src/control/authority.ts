import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from '../boards/expiry.js'
import { BoardsClosed, ControlTokenRequired } from '../errors.js'
import { readBearerToken } from '../http/bearer-token.js'
import { hashSecret, matchesHash } from '../secrets.js'
import type { Creators } from '../settings.js'
import { type Board, DEFAULT_BOARD, type Store } from '../store/store.js'

export interface AuthorityOptions extends ExpiryOptions {
  creators: Creators
  /** The bearer token of the administrator; without it there is no administrator. */
  adminToken: string | undefined
}

/**
 * Creates the checks of who may manage boards. Clients send a bearer token (RFC 6750). The token of an owner is valid for one
 * board, the token of the administrator for all of them.
 */
export function createAuthority(store: Store, options: AuthorityOptions) {
  const { creators, adminToken } = options
  const adminHash = adminToken === undefined ? undefined : hashSecret(adminToken)

  function isAdmin(request: FastifyRequest): boolean {
    const token = readBearerToken(request.headers.authorization)
    return token !== undefined && adminHash !== undefined && matchesHash(token, adminHash)
  }

  function refuse(reply: FastifyReply): never {
    reply.header('www-authenticate', 'Bearer')
    throw new ControlTokenRequired()
  }

  return {
    isAdmin,

    /** @throws ControlTokenRequired where the client is not the administrator */
    requireAdmin(request: FastifyRequest, reply: FastifyReply): void {
      if (!isAdmin(request)) refuse(reply)
    },

    /** @throws BoardsClosed, ControlTokenRequired where the client may not create boards */
    requireCreator(request: FastifyRequest, reply: FastifyReply): void {
      if (creators === 'off') throw new BoardsClosed()
      if (creators === 'admin' && !isAdmin(request)) refuse(reply)
    },

    /**
     * @returns the board with this id
     * @throws BoardNotFound; ControlTokenRequired where the client neither owns the board nor is the administrator
     */
    async requireOwner(request: FastifyRequest, reply: FastifyReply, id: string): Promise<Board> {
      if (id !== DEFAULT_BOARD) requireBoardId(id)
      const board = await store.getBoard(id)
      requireUnexpired(board, options)
      const token = readBearerToken(request.headers.authorization)
      const isOwner =
        token !== undefined && board.ownerTokenHash !== null && matchesHash(token, board.ownerTokenHash)
      if (!isOwner && !isAdmin(request)) refuse(reply)
      return board
    },
  }
}

export type Authority = ReturnType<typeof createAuthority>
