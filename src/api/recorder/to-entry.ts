import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOG_PATH_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import { pathOf, requestVariant, withoutOrigin } from '../../http/request-target.js'
import { redactParameters } from '../../rules/expected-vs-actual/redact.js'
import type { LogEntry } from '../../rules/log/entry.js'

/** The status of a request whose client disconnected before there was a response. No client receives it. */
export const DISCONNECTED = 499

/** Returns the entry of a finished request. */
export function toEntry(request: FastifyRequest, reply: FastifyReply, time: string): LogEntry {
  const { faults } = request
  const target = sentTarget(request)
  const query = target.indexOf('?') + 1
  const effects = (request.activeDefects ?? []).flatMap(({ defect, effects }) =>
    Array.from(effects, (effect) => ({ defect: defect.name, effect })),
  )
  // A slice would keep a long target in memory.
  const copied = (text: string) => (target.length > LOG_PATH_MAX ? Buffer.from(text).toString() : text)
  const shown = (part: string) => copied(redactParameters(startOf(part, LOG_PATH_MAX)))
  return {
    time,
    ordinal: faults?.ordinal ?? null,
    method: request.method,
    route: request.routePath ?? null,
    path: shown(pathOf(target)),
    query: query === 0 ? null : shown(target.slice(query)),
    status: reply.statusCode,
    size: request.sentResponse?.size ?? 0,
    duration: Math.round(reply.elapsedTime * 1000),
    requestId: request.id,
    drawn: faults?.drawn.map(({ fault }) => fault.name) ?? [],
    changed: [...(faults?.effective ?? [])],
    isClaimable: reply.statusCode !== DISCONNECTED && mayBeClaimed(request),
    planRestarts: faults?.restarts ?? null,
    effects: effects.length > 0 ? effects : undefined,
  }
}

/** Returns the request target below the board, as the client sent it. The routed URL lacks what cannot be decoded. */
export function sentTarget({ originalUrl, raw: { boardId } }: FastifyRequest): string {
  const target = withoutOrigin(originalUrl)
  return boardId === undefined ? target : target.slice(`/b/${boardId}`.length)
}

/**
 * Whether the response to a request may be claimed, if it belongs to the exercise: a response of buggy on a private board whose faults
 * the client did not choose. Errors before the faults are drawn count as responses without faults. While a class is
 * frozen, nothing counts.
 */
function mayBeClaimed({ board: { state }, faults, url, routePath }: FastifyRequest): boolean {
  if (state === null || state.frozen || requestVariant({ routePath, url }) !== 'buggy') return false
  // Requests that match no operation of buggy have no faults.
  return faults == null || faults.ordinal !== null
}
