/** The faults of a board: their rates and their plan. @module */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from '@sinclair/typebox'
import { PLAN_VERSION } from '../../api/buggy/draw.js'
import { planRequests } from '../../api/buggy/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../../api/buggy/settings.js'
import { ValidationFailed } from '../../contract/errors.js'
import { PLAN_PAGE_DEFAULT } from '../../contract/limits.js'
import { ref } from '../../contract/schemas/builders.js'
import { jsonResponse } from '../../contract/schemas/responses.js'
import type { FaultPlan as StoredPlan } from '../../rooms/fault-plan.js'
import type { FaultSettings as StoredSettings } from '../../rooms/room.js'
import { BoardParams, classErrors, refuseClassBoards } from '../access.js'
import type { ManagementOptions } from '../options.js'
import { FaultPlan, FaultPlanQuery, FaultSettings, FaultSettingsInput } from './schemas.js'

/** The routes of the fault settings and the fault plan of a board. */
export const faultRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (
  app,
  { faults: server, chooseSeed },
) => {
  app.get('/boards/:id/faults', {
    schema: {
      operationId: 'getFaults',
      summary: 'Get the fault settings of a board',
      description: 'Returns the fault settings of the buggy variant, and the position in the fault plan.',
      params: BoardParams,
      response: { 200: jsonResponse(FaultSettings, 'The fault settings.') },
    },
    handler: async ({ params }) => toFaultSettings(await app.readFaultPlan(params.id)),
  })

  app.put('/boards/:id/faults', {
    onRequest: refuseClassBoards,
    schema: {
      operationId: 'replaceFaults',
      summary: 'Configure the faults of a board',
      description:
        'Replaces the fault settings and restarts the fault plan at 0. With the same seed and settings, the n-th request to the buggy variant draws the same faults on every server.',
      params: BoardParams,
      body: ref(FaultSettingsInput),
      response: { 200: jsonResponse(FaultSettings, 'The new fault settings.'), ...classErrors },
    },
    handler: async ({ params, body }) => {
      const settings = toSettings(body)
      const seed = body.seed ?? chooseSeed()
      await app.store.configureFaults(params.id, settings, seed)
      return toFaultSettings({ settings, seed, ordinal: 0 })
    },
  })

  app.post('/boards/:id/faults/restart', {
    onRequest: refuseClassBoards,
    schema: {
      operationId: 'restartFaults',
      summary: 'Restart the fault plan of a board',
      description: 'Restarts the fault plan at 0 with the same seed. The fault settings stay.',
      params: BoardParams,
      response: { 200: jsonResponse(FaultSettings, 'The fault settings.'), ...classErrors },
    },
    handler: async ({ params }) => {
      await app.store.restartFaultPlan(params.id)
      return toFaultSettings(await app.readFaultPlan(params.id))
    },
  })

  app.get('/boards/:id/faults/plan', {
    schema: {
      operationId: 'getFaultPlan',
      summary: 'Get the fault plan of a board',
      description:
        'Returns the faults that requests to the buggy variant draw, by ordinal number. Use it as an answer key.',
      params: BoardParams,
      querystring: FaultPlanQuery,
      response: { 200: jsonResponse(FaultPlan, 'The faults of the requests.') },
    },
    handler: async ({ params, query }) => {
      const { settings, seed, ordinal } = await app.readFaultPlan(params.id)
      const rules = toRules(settings ?? DEFAULT_SETTINGS, server)
      const { from = ordinal, count = PLAN_PAGE_DEFAULT } = query
      const requests = planRequests(rules, seed, from, count)
      return { plan: PLAN_VERSION, seed, ordinal, requests }
    },
  })

  function toFaultSettings({ settings, seed, ordinal }: StoredPlan): Static<typeof FaultSettings> {
    const { profile } = settings ?? DEFAULT_SETTINGS
    return { plan: PLAN_VERSION, ...toRules(settings ?? DEFAULT_SETTINGS, server), profile, seed, ordinal }
  }
}

/**
 * Returns the settings of a request body, with defaults.
 *
 * @param prefix the path of the settings in the body, for the keys of `errors`
 * @throws ValidationFailed if the shortest delay is longer than the longest
 */
export function toSettings(input: FaultSettingsInput, prefix = ''): StoredSettings {
  const [shortest, longest] = input.delay ?? []
  if (shortest !== undefined && longest !== undefined && shortest > longest) {
    throw new ValidationFailed({ [`${prefix}delay`]: 'Delay must list the shortest delay first' })
  }
  const rates = Object.entries(input.rates ?? {}).filter(([, rate]) => rate != null)
  return {
    profile: input.profile ?? DEFAULT_SETTINGS.profile,
    rates: Object.fromEntries(rates) as StoredSettings['rates'],
    delay: shortest === undefined || longest === undefined ? null : [shortest, longest],
    script: input.script ?? null,
    scriptEnd: input.scriptEnd ?? DEFAULT_SETTINGS.scriptEnd,
    disclose: input.disclose ?? DEFAULT_SETTINGS.disclose,
    force: input.force ?? DEFAULT_SETTINGS.force,
  }
}
