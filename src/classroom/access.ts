import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExpiryOptions, requireBoardId, requireUnexpired } from '../api/boards/expiry.js'
import { DEFAULT_BOARD, isBoardId } from '../contract/board-id.js'
import {
  AdminTokenRequired,
  BoardCreationDisabled,
  ClassNotFound,
  ConfiguredByClass,
  ControlTokenRequired,
  TrainerSecretRequired,
} from '../contract/errors.js'
import type { Creators } from '../contract/schemas/enumerations.js'
import { SECURITY, tokenRequired, trainerSecretRequired } from '../contract/schemas/owner-token.js'
import { errors } from '../contract/schemas/responses.js'
import { hashSecret, matchesHash } from '../contract/secrets.js'
import { toTimestamp } from '../contract/time.js'
import { readBearerToken } from '../http/headers.js'
import type { BoardState } from '../rooms/state.js'
import type { Store } from '../rooms/store.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation configures a board. The boards of a class have the settings of the class (decision 104). */
    configuresBoard?: true
  }
}

/** The errors of the operations that only the owner of a board or the trainer of a class may call, by their path. */
const RESTRICTED = {
  '/boards/:id': { ...tokenRequired, ...errors({ 404: 'The board does not exist.' }) },
  '/classes/:id': { ...trainerSecretRequired, ...errors({ 404: 'The class does not exist.' }) },
}

/** The error of operations that a class does for all its boards. */
const classErrors = errors({ 409: 'The board belongs to a class. The trainer changes this setting for the class.' })

function restrictionOf(url = ''): keyof typeof RESTRICTED | undefined {
  return (['/boards/:id', '/classes/:id'] as const).find((path) => url.startsWith(path))
}

/**
 * Restricts the operations of a scope on a board to its owner, and those on a class to its trainer, and documents this.
 * Refuses those that configure a board, if it belongs to a class. Preflight requests, which send no token, have hidden
 * routes.
 */
export function restrictAccess(scope: FastifyInstance, authority: Authority): void {
  scope.addHook('onRoute', ({ url, schema, config }) => {
    const restriction = restrictionOf(url)
    if (restriction === undefined || schema === undefined || schema.hide === true) return
    schema.security = SECURITY
    const more = config?.configuresBoard ? classErrors : {}
    schema.response = { ...RESTRICTED[restriction], ...more, ...(schema.response as object) }
  })
  scope.addHook('onRequest', async (request, reply) => {
    const { url, schema, config } = request.routeOptions
    if (schema?.hide === true) return
    const restriction = restrictionOf(url)
    const { id } = request.params as { id: string }
    if (restriction === '/classes/:id') await authority.requireTrainer(request, reply, id)
    if (restriction !== '/boards/:id') return
    const { classId } = await authority.requireOwner(request, reply, id)
    if (config.configuresBoard && classId !== null) throw new ConfiguredByClass()
    // A board that is only described is not used.
    if (url !== restriction) scope.touchBoard(id)
  })
}

/** The description of the error that the operations on exercises return for the default board. */
export const NO_EXERCISE = 'The default board cannot have an exercise.'

export interface AuthorityOptions extends ExpiryOptions {
  /** Who may create private boards. */
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
    async requireOwner(request: FastifyRequest, reply: FastifyReply, id: string): Promise<BoardState> {
      if (id !== DEFAULT_BOARD) requireBoardId(id)
      const board = await store.readState(id)
      requireUnexpired(board, options)
      if (hasToken(request, board.ownerTokenHash) || isAdmin(request)) return board
      const ofClass = board.classId === null ? undefined : await store.getClass(board.classId)
      if (!hasToken(request, ofClass?.secretHash)) refuse(reply, new ControlTokenRequired())
      return board
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
