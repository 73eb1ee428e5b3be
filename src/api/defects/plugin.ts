/** The defects that a board can have, and what they change. @module */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isSafe, requestVariant } from '../../http/request-target.js'
import type { BoardDefects } from '../../rooms/defects.js'
import { defectsOf } from './catalogue.js'
import { readResponse, writeResponse } from './change-response.js'
import { correctEffects } from './correct-effects.js'
import type { ActiveDefect, Defect } from './defect.js'
import { NOTES_MAX, replaceOperations } from './replace-operations.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The defects that boards can have in the edition of the application. */
    defects: readonly Defect[]
  }
  interface FastifyRequest {
    /** The defects that affect this request; absent if its board has none, and outside the variants. */
    activeDefects?: ActiveDefect[]
  }
}

/**
 * Gives private boards their defects. Register it after the lookup of the board and before the routes.
 */
export const defects = fp(async (app, { edition }: { edition: string }) => {
  app.decorate('defects', defectsOf(edition))
  const { boardHooks } = app
  boardHooks.onRequest.push((request) => {
    const chosen = request.board.state?.defects ?? null
    if (chosen === null || request.isDryRun) return undefined
    const variant = requestVariant(request)
    return variant === undefined ? undefined : activate(request, variant, chosen)
  })
  boardHooks.preValidation.push((request) => request.activeDefects && changeInput(request, request.activeDefects))
  boardHooks.preHandler.push(({ activeDefects }) => activeDefects && changeValidInput(activeDefects))
  boardHooks.onSend.push(({ activeDefects }, reply, payload) =>
    activeDefects?.length ? finish(activeDefects, reply, payload) : payload,
  )

  async function changeInput(request: FastifyRequest, active: readonly ActiveDefect[]): Promise<void> {
    // The dry run comes before the write of a defect; afterwards, the correct result is unknown. All writes have it, so
    // response times do not reveal which operations have a defect.
    if (!isSafe(request.method)) await app.expectResponse(request)
    for (const one of active) {
      // Every change turns a request that is not valid into a valid one.
      if (await changesInput(request, () => one.defect.beforeValidation?.(one))) one.effects.add('response')
    }
  }

  async function changeValidInput(active: readonly ActiveDefect[]): Promise<void> {
    for (const one of active) {
      const { defect, effects, request } = one
      try {
        one.changesInput = await changesInput(request, () => defect.beforeHandler?.(one))
      } catch (error) {
        effects.add('response')
        throw error
      }
    }
  }

  async function finish(active: readonly ActiveDefect[], reply: FastifyReply, payload: unknown): Promise<unknown> {
    const sent = await changeResponse(active, reply, payload)
    if (active.some(({ effects }) => effects.size > 0)) await app.expectResponse(reply.request)
    correctEffects(reply, sent, active)
    return sent
  }

  async function activate(request: FastifyRequest, variant: string, chosen: BoardDefects): Promise<void> {
    const { store } = app
    const { board, routeOptions } = request
    const operation = routeOptions.schema?.operationId ?? ''
    const isActive = ({ name, operations, variants }: Defect) =>
      chosen[name] !== undefined &&
      (operations.length === 0 || operations.includes(operation)) &&
      (variants === undefined || variants.includes(variant))
    const active = app.defects.filter(isActive).map(
      (defect): ActiveDefect => ({
        defect,
        request,
        store,
        notes: chosen[defect.name] ?? [],
        addNotes: (notes) => store.addDefectNotes(board.id, defect.name, notes, NOTES_MAX),
        effects: new Set(),
        changesInput: false,
      }),
    )
    request.activeDefects = active
    board.store = replaceOperations(store, active)
    for (const one of active) {
      await one.defect.beforeAuthentication?.(one)
      if (one.defect.beforeAuthentication && request.session) one.effects.add('response')
    }
  }
})

/** Returns the body to send. */
async function changeResponse(
  active: readonly ActiveDefect[],
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const response = readResponse(reply, payload)
  for (const one of active) {
    const { defect, effects, changesInput } = one
    if (changesInput && response.status < 300) effects.add('response')
    if (defect.beforeSend === undefined) continue
    const before = structuredClone(response)
    await defect.beforeSend(response, one)
    if (!isDeepStrictEqual(response, before)) effects.add('response')
  }
  return writeResponse(reply, payload, response)
}

/** Calls a hook, and returns whether it has changed the values that the client has sent. */
async function changesInput(request: FastifyRequest, hook: () => unknown): Promise<boolean> {
  const before = inputOf(request)
  await hook()
  return inputOf(request) !== before
}

/** Returns the values that a client controls as JSON. Absent values, `null` and empty lists are the same. */
function inputOf({ body, query }: FastifyRequest): string {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return JSON.stringify([body, query], (_key, value) => (isEmpty(value) ? undefined : value))
}
