import type { FastifyRequest } from 'fastify'
import { withoutOrigin } from '../../http/request-target.js'

/** Returns the request target below the board, as the client sent it. The routed URL lacks what cannot be decoded. */
export function sentTarget({ originalUrl, raw: { boardId } }: FastifyRequest): string {
  const target = withoutOrigin(originalUrl)
  return boardId === undefined ? target : target.slice(`/b/${boardId}`.length)
}
