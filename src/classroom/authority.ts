import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from '../api/boards/expiry.js'
import { DEFAULT_BOARD, isBoardId } from '../contract/board-id.js'
import {
  AdminTokenRequired,
  BoardCreationDisabled,
  ClassNotFound,
  ControlTokenRequired,
  TrainerSecretRequired,
} from '../contract/errors.js'
import type { Creators } from '../contract/schemas/enumerations.js'
import { hashSecret, matchesHash } from '../contract/secrets.js'
import { toTimestamp } from '../contract/time.js'
import { readBearerToken } from '../http/headers.js'
import type { Store } from '../rooms/store.js'

export interface AuthorityOptions extends ExpiryOptions {
  creators: Creators
  /** The bearer token of the administrator. If it is `undefined`, there is no administrator. */
  adminToken: string | undefined
}

/**
 * Creates the authorisation checks of the management API. Clients send a bearer token (RFC 6750). An owner token
 * is valid for one board, a trainer secret for one class and its boards, and the administrator token for all boards.
 */
export function createAuthority(store: Store, options: AuthorityOptions) {
  const { creators, adminToken } = options
  const adminHash = adminToken === undefined ? undefined : hashSecret(adminToken)

  function hasToken(request: FastifyRequest, hash: string | null | undefined): boolean {
    const token = readBearerToken(request.headers.authorization)
    return token !== undefined && hash != null && matchesHash(token, hash)
  }

  const isAdmin = (request: FastifyRequest) => hasToken(request, adminHash)

  function refuse(reply: FastifyReply, error: FastifyError): never {
    reply.header('www-authenticate', 'Bearer')
    throw error
  }

  const refuseTrainer = (reply: FastifyReply) => refuse(reply, new TrainerSecretRequired())

  return {
    isAdmin,

    /** @throws AdminTokenRequired if the client is not the administrator */
    requireAdmin(request: FastifyRequest, reply: FastifyReply): void {
      if (!isAdmin(request)) refuse(reply, new AdminTokenRequired())
    },

    /**
     * @throws BoardCreationDisabled if no client may create boards
     * @throws AdminTokenRequired if only the administrator may create boards, and the client is not the administrator
     */
    requireCreator(request: FastifyRequest, reply: FastifyReply): void {
      if (creators === 'off') throw new BoardCreationDisabled()
      if (creators === 'admin' && !isAdmin(request)) refuse(reply, new AdminTokenRequired())
    },

    /**
     * @throws BoardNotFound if the board does not exist or has expired
     * @throws ControlTokenRequired if the client is neither the owner of the board, nor the trainer of its class, nor the
     *   administrator
     */
    async requireOwner(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
      if (id !== DEFAULT_BOARD) requireBoardId(id)
      const board = await store.getBoard(id)
      requireUnexpired(board, options)
      if (hasToken(request, board.ownerTokenHash) || isAdmin(request)) return
      const ofClass = board.classId === null ? undefined : await store.getClass(board.classId)
      if (!hasToken(request, ofClass?.secretHash)) refuse(reply, new ControlTokenRequired())
    },

    /**
     * @throws ClassNotFound if the class does not exist or has expired
     * @throws TrainerSecretRequired if the client is neither the trainer of the class nor the administrator
     */
    async requireTrainer(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
      if (!isBoardId(id)) throw new ClassNotFound()
      const { expiresAt, secretHash } = await store.getClass(id)
      if (expiresAt <= toTimestamp(options.clock())) throw new ClassNotFound()
      if (!hasToken(request, secretHash) && !isAdmin(request)) refuseTrainer(reply)
    },

    /**
     * @returns the hash of the trainer secret, or `undefined` for the administrator
     * @throws TrainerSecretRequired if the client is neither the administrator nor the trainer of a class
     */
    async requireAnyTrainer(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
      if (isAdmin(request)) return undefined
      const secretHash = hashSecret(readBearerToken(request.headers.authorization) ?? refuseTrainer(reply))
      const { classes } = await store.listClasses({ page: 0, size: 1, secretHash })
      const now = toTimestamp(options.clock())
      if (!classes.some(({ expiresAt }) => expiresAt > now)) refuseTrainer(reply)
      return secretHash
    },
  }
}

export type Authority = ReturnType<typeof createAuthority>
