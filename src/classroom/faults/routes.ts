/** The faults of a board: their rates and their plan. @module */

import type { Static } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { PLAN_VERSION } from '../../api/buggy/draw.js'
import { planRequests } from '../../api/buggy/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../../api/buggy/settings.js'
import { ValidationFailed } from '../../contract/errors.js'
import { PLAN_PAGE_DEFAULT } from '../../contract/limits.js'
import { withDefaults } from '../../contract/schemas/builders.js'
import { route } from '../../http/route.js'
import type { FaultPlan as StoredPlan } from '../../rooms/fault-plan.js'
import type { FaultSettings as StoredSettings } from '../../rooms/room.js'
import type { ManagementOptions } from '../options.js'
import { FaultPlan, FaultPlanQuery, FaultSettings, FaultSettingsInput } from './schemas.js'

/** The routes of the fault settings and the fault plan of a board. */
export const faultRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { faults: server, chooseSeed }) => {
  route(app, 'GET /boards/:id/faults', 'getFaults', 'Get the fault settings of a board', {
    description: 'Returns the fault settings of the buggy variant, and the position in the fault plan.',
    responses: { 200: [FaultSettings, 'The fault settings.'] },
    handler: async ({ params }) => toFaultSettings(await app.readFaultPlan(params.id)),
  })

  route(app, 'PUT /boards/:id/faults', 'replaceFaults', 'Configure the faults of a board', {
    config: { configuresBoard: true },
    description:
      'Replaces the fault settings and restarts the fault plan at 0. With the same seed and settings, the n-th request to the buggy variant draws the same faults on every server.',
    body: FaultSettingsInput,
    responses: { 200: [FaultSettings, 'The new fault settings.'] },
    handler: async ({ params, body }) => {
      const settings = toSettings(body)
      const seed = body.seed ?? chooseSeed()
      await app.store.configureFaults(params.id, settings, seed)
      return toFaultSettings({ settings, seed, ordinal: 0 })
    },
  })

  route(app, 'POST /boards/:id/faults/restart', 'restartFaults', 'Restart the fault plan of a board', {
    config: { configuresBoard: true },
    description: 'Restarts the fault plan at 0 with the same seed. The fault settings stay.',
    responses: { 200: [FaultSettings, 'The fault settings.'] },
    handler: async ({ params }) => {
      await app.store.restartFaultPlan(params.id)
      return toFaultSettings(await app.readFaultPlan(params.id))
    },
  })

  route(app, 'GET /boards/:id/faults/plan', 'getFaultPlan', 'Get the fault plan of a board', {
    description:
      'Returns the faults that requests to the buggy variant draw, by ordinal number. Use it as an answer key.',
    query: FaultPlanQuery,
    responses: { 200: [FaultPlan, 'The faults of the requests.'] },
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
  return withDefaults(DEFAULT_SETTINGS, {
    ...input,
    rates: Object.fromEntries(rates) as StoredSettings['rates'],
    delay: shortest === undefined || longest === undefined ? null : [shortest, longest],
  })
}
