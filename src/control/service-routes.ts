import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { serverUrl } from '../http/base-url.js'
import { DOCUMENTATION_PATH } from '../openapi/documentation-page.js'
import { PAGE_TYPE } from '../pages/pages.js'
import { ref } from '../schemas/builders.js'
import { commonErrors, tooMany } from '../schemas/responses.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { type DescribeServiceOptions, describeService } from './describe-service.js'
import { ServiceIndex } from './schemas/service.js'

export interface ServiceRoutesOptions extends DescribeServiceOptions {
  publicUrl: string | undefined
}

export const SERVICE_TAG = 'Service'

/** The route of the start page, which is an index of the service for clients that are not browsers. */
export const serviceRoutes: FastifyPluginAsyncTypebox<ServiceRoutesOptions> = async (
  app,
  { publicUrl, creators, edition },
) => {
  app.get(
    '/',
    {
      schema: {
        operationId: 'getService',
        tags: [SERVICE_TAG],
        summary: 'Get the index of the service',
        description:
          'Returns links to everything that the service offers, and who may create boards. Browsers, which send `Accept: text/html`, get the start page instead.',
        security: [],
        response: {
          200: {
            description: 'The index, or the start page.',
            content: {
              'application/json': { schema: ref(ServiceIndex) },
              [PAGE_TYPE]: { schema: Type.String({ description: 'The start page.' }) },
            },
          },
          ...commonErrors,
          ...tooMany,
        },
      },
    },
    async (request, reply) => {
      // The start page of a board is its documentation.
      if (request.board !== DEFAULT_BOARD) return reply.redirect(request.basePath + DOCUMENTATION_PATH) as never
      reply.header('vary', 'Accept')
      if (request.wantsPage()) return reply.sendPage('landing') as never
      return describeService(serverUrl(request, publicUrl), { creators, edition })
    },
  )
}
