import type { SendOptions } from '@fastify/send'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the files of a folder, also in parts (`Range`) and only if they have changed. All other paths below the prefix
 * are not found. The file server is loaded with the first request.
 *
 * @param prefix the path of the folder, with a slash at the end
 */
export function serveFiles(app: FastifyInstance, prefix: string, options: SendOptions & { root: string }): void {
  app.route<{ Params: { '*': string } }>({
    method: ['HEAD', 'GET'],
    url: `${prefix}*`,
    schema: { hide: true },
    async handler({ raw, params }, reply) {
      const { send } = await import('@fastify/send')
      const file = await send(raw, encodeURI(params['*']), { index: false, ...options })
      if (file.type === 'file') return reply.code(file.statusCode).headers(file.headers).send(file.stream)
      const isCondition = file.statusCode === 412 || file.statusCode === 416
      if (file.type === 'error' && isCondition) throw file.metadata.error
      return reply.callNotFound()
    },
  })
}
