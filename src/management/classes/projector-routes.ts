import { networkInterfaces } from 'node:os'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jsonResponse } from '../../contract/schemas/responses.js'
import { isHostAllowed } from '../../http/allowed-hosts.js'
import { serverUrl } from '../../http/base-url.js'
import { isLocalUrl, machineAddresses } from '../../http/machine-addresses.js'
import { trainersOnly } from '../access.js'
import type { BoardRoutesOptions } from '../boards/board-routes.js'
import { JoinAddresses } from './projector-schemas.js'
import { ClassParams } from './schemas.js'

export interface ProjectorRoutesOptions extends BoardRoutesOptions {
  /** The names of the hosts that the service accepts; `undefined` if it accepts all. */
  allowed: readonly string[] | undefined
}

/** The routes with what the trainer projects. */
export const projectorRoutes: FastifyPluginAsyncTypebox<ProjectorRoutesOptions> = async (app, options) => {
  const { authority, publicUrl, allowed } = options
  trainersOnly(app, authority)

  app.route({
    method: 'GET',
    url: '/classes/:id/addresses',
    schema: {
      operationId: 'getJoinAddresses',
      summary: 'Get the addresses for learners',
      description:
        'Returns the URL at which learners open the start page. If it leads only to the machine of the trainer, `others` has the addresses at which other machines can reach the service.',
      params: ClassParams,
      response: { 200: jsonResponse(JoinAddresses, 'The addresses.') },
    },
    handler: async (request) => {
      const url = serverUrl(request, publicUrl)
      const found = machineAddresses(app.server.address(), networkInterfaces())
      const others = found.filter((address) => isHostAllowed(new URL(address.url).host, allowed))
      return { url, local: isLocalUrl(url), others }
    },
  })
}
