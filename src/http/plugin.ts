/** What all routes share: connections, headers, bodies, validation and errors. @module */

import type { FastifyPluginAsync, FastifyPluginOptions } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Creates a plugin whose hooks and decorators are also those of the scope that registers it.
 *
 * @param dependencies the names of plugins that must be registered before
 */
export function plugin<Options extends FastifyPluginOptions>(
  name: string,
  dependencies: string[],
  register: FastifyPluginAsync<Options>,
): FastifyPluginAsync<Options> {
  return fp(register, { name, dependencies })
}
