/** What testers call: the three variants of the API, in two editions. @module */

import type { FastifyInstance, FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import { variantPath } from '../contract/variant-path.js'
import { documentOperations } from '../http/document-operations.js'
import { exposeHeaders } from '../http/headers.js'
import { refuseLate } from '../http/sending.js'
import { type AuthOptions, auth } from './auth/index.js'
import { type BuggyOptions, buggy } from './buggy/index.js'
import type { Edition, OperationGroup, TaskRules } from './editions/edition.js'
import { attachmentRoutes } from './tasks/attachments.js'
import { commentRoutes } from './tasks/comments.js'
import { deleteAllRoutes, reorderRoutes, taskRoutes } from './tasks/tasks.js'

/** The options of all variants. */
export interface VariantOptions extends AuthOptions, BuggyOptions {
  /** The edition of the contract. */
  edition: Edition
}

/** A variant of the service (specification, section 1). */
export interface Variant {
  /** The name. It is part of paths and file names. */
  name: string
  title: string
  /** The plugins that the variant adds to the task routes. They change every route in their scope. */
  plugins: readonly FastifyPluginCallback<VariantOptions>[]
}

/** The table of variants. To add a variant, add an entry. */
export const VARIANTS: readonly [Variant, ...Variant[]] = [
  { name: 'v1', title: 'Task Board Service v1', plugins: [] },
  { name: 'v2', title: 'Task Board Service v2', plugins: [auth] },
  { name: 'buggy', title: 'Task Board Service buggy', plugins: [buggy] },
]

/** The base paths of all variants. */
export const BASE_PATHS = VARIANTS.map(({ name }) => variantPath(name))

/** The operations of each group. */
const ROUTES: Record<OperationGroup, FastifyPluginAsync<{ rules: TaskRules }>> = {
  tasks: taskRoutes,
  deleteAll: deleteAllRoutes,
  reorder: reorderRoutes,
  comments: commentRoutes,
  attachments: attachmentRoutes,
}

/** Registers every variant: the same task routes under each prefix, with the plugins of the variant. */
export async function registerVariants(app: FastifyInstance, options: VariantOptions): Promise<void> {
  const { edition } = options
  const { components, deprecation, tasks: rules } = edition
  for (const { name, plugins } of VARIANTS) {
    const register: FastifyPluginAsync = async (api) => {
      for (const schema of components) api.addSchema(schema)
      documentOperations(api)
      if (deprecation !== undefined) announceDeprecation(api, deprecation)
      for (const plugin of plugins) await api.register(plugin, options)
      for (const group of edition.operationsOf(name)) await api.register(ROUTES[group], { rules })
      refuseLate(api)
    }
    await app.register(register, { prefix: variantPath(name) })
  }
}

/**
 * Adds headers to all responses of a scope that tell clients to move to another edition: `Deprecation` (RFC 9745),
 * `Sunset` (RFC 8594), and a `Link` to the documentation page, which describes the edition.
 */
function announceDeprecation(scope: FastifyInstance, { since, sunset }: NonNullable<Edition['deprecation']>): void {
  const deprecation = `@${since.getTime() / 1000}`
  scope.addHook('onRequest', (request, reply, done) => {
    const docs = `${request.board.basePath}/docs`
    reply.headers({
      deprecation,
      sunset: sunset.toUTCString(),
      link: `<${docs}>; rel="deprecation"; type="text/html"`,
    })
    exposeHeaders(reply, 'Deprecation', 'Sunset', 'Link')
    done()
  })
}
