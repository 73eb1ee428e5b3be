import type { FastifyReply, FastifyRequest } from 'fastify'
import { plugin } from '../http/plugin.js'
import { isSafe, requestVariant } from '../http/request-target.js'
import type { BoardDefects } from '../rooms/defects.js'
import type { Store } from '../rooms/store.js'
import { defectsOf } from './catalogue.js'
import { isChanged, readResponse, writeResponse } from './change-response.js'
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
export const defects = plugin('defects', ['find-board', 'rehearsal'], async (app, { edition }: { edition: string }) => {
  app.decorate('defects', defectsOf(edition))
  const { boardHooks } = app

  boardHooks.onRequest.push(async (request) => {
    const variant = requestVariant(request)
    const chosen = request.board.state?.defects ?? null
    if (chosen !== null && variant !== undefined && !request.isRehearsal) await activate(request, variant, chosen)
  })

  boardHooks.preValidation.push(async (request) => {
    const { activeDefects } = request
    if (activeDefects === undefined) return
    // After the write of a defect, the effect of a correct write is no longer known. All writes take the time of a
    // rehearsal, so that it does not reveal which operations have a defect.
    if (!isSafe(request.method)) await app.expectResponse(request)
    changeInput(request, activeDefects)
  })

  boardHooks.preHandler.push(async ({ activeDefects }) => {
    await changeRequest(activeDefects ?? [])
  })

  boardHooks.onSend.push((request, reply, payload) => {
    const { activeDefects } = request
    return activeDefects === undefined || activeDefects.length === 0
      ? payload
      : finish(request, activeDefects, reply, payload)
  })

  async function finish(
    request: FastifyRequest,
    active: readonly ActiveDefect[],
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const sent = await changeResponse(active, reply, payload)
    if (active.some(({ effects }) => effects.size > 0)) await app.expectResponse(request)
    correctEffects(reply, sent, active)
    return sent
  }

  async function activate(request: FastifyRequest, variant: string, chosen: BoardDefects): Promise<void> {
    const active = findActive(request, variant, chosen, app.store)
    request.activeDefects = active
    request.board.store = replaceOperations(app.store, active)
    for (const { defect, context, effects } of active) {
      if (defect.beforeAuthentication === undefined) continue
      await defect.beforeAuthentication(context)
      if (request.session) effects.add('response')
    }
  }

  function findActive(request: FastifyRequest, variant: string, chosen: BoardDefects, store: Store): ActiveDefect[] {
    const { board, routeOptions } = request
    const operation = routeOptions.schema?.operationId ?? ''
    return app.defects
      .filter(
        ({ name, operations, variants }) =>
          chosen[name] !== undefined &&
          (operations.length === 0 || operations.includes(operation)) &&
          (variants === undefined || variants.includes(variant)),
      )
      .map((defect) => ({
        defect,
        effects: new Set(),
        changesInput: false,
        context: {
          request,
          store,
          notes: chosen[defect.name] ?? [],
          addNotes: (notes) => store.addDefectNotes(board.id, defect.name, notes, NOTES_MAX),
        },
      }))
  }
})

function changeInput(request: FastifyRequest, active: readonly ActiveDefect[]): void {
  let input = inputOf(request)
  for (const { defect, effects } of active) {
    if (defect.beforeValidation === undefined) continue
    const before = input
    defect.beforeValidation(request)
    input = inputOf(request)
    // Every change turns a request that is not valid into a valid one.
    if (differs(before, input)) effects.add('response')
  }
}

async function changeRequest(active: readonly ActiveDefect[]): Promise<void> {
  let input: string | undefined
  for (const one of active) {
    const { defect, context, effects } = one
    if (defect.beforeHandler === undefined) continue
    const before = input ?? inputOf(context.request)
    try {
      await defect.beforeHandler(context)
    } catch (error) {
      effects.add('response')
      throw error
    }
    input = inputOf(context.request)
    one.changesInput = differs(before, input)
  }
}

/** Returns the body to send. */
async function changeResponse(
  active: readonly ActiveDefect[],
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const response = readResponse(reply, payload)
  for (const { defect, context, effects, changesInput } of active) {
    if (changesInput && response.status < 300) effects.add('response')
    if (defect.beforeSend === undefined) continue
    const before = structuredClone(response)
    await defect.beforeSend(response, context)
    if (isChanged(reply, before, response)) effects.add('response')
  }
  return writeResponse(reply, payload, response)
}

/** Returns the values that a client controls as JSON. */
function inputOf({ body, query }: FastifyRequest): string {
  return JSON.stringify([body, query])
}

/** Whether inputs differ. Absent values, `null` and empty lists are the same. */
function differs(before: string, after: string): boolean {
  const normalize = (input: string) =>
    JSON.stringify(JSON.parse(input), (_key, value) => (value === null || isEmptyList(value) ? undefined : value))
  return before !== after && normalize(before) !== normalize(after)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
