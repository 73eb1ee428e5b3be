import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBearerToken } from '../auth/bearer.js'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from '../boards/expiry.js'
import { BoardsClosed, ControlTokenRequired } from '../errors.js'
import { hashSecret, matchesHash } from '../secrets.js'
import type { Creators } from '../settings.js'
import { type Board, DEFAULT_BOARD, type Store } from '../store/store.js'

export interface AuthorityOptions extends ExpiryOptions {
  creators: Creators
  /** The administrator's token; without one there is no administrator. */
  adminToken: string | undefined
}

/**
 * Tells who may do what to boards: whoever presents the owner's token, as a bearer (RFC 6750), may do everything with that one
 * board; the administrator may do everything with all of them.
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

    /** @throws ControlTokenRequired where the request is not the administrator's */
    requireAdmin(request: FastifyRequest, reply: FastifyReply): void {
      if (!isAdmin(request)) refuse(reply)
    },

    /** @throws BoardsClosed or ControlTokenRequired where the request may not make boards */
    requireCreator(request: FastifyRequest, reply: FastifyReply): void {
      if (creators === 'off') throw new BoardsClosed()
      if (creators === 'admin' && !isAdmin(request)) refuse(reply)
    },

    /**
     * @returns the board with that id
     * @throws BoardNotFound where there is none, ControlTokenRequired where it is somebody else's
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
