import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Edition } from '../../src/api/editions/edition.js'
import { buildApp } from '../../src/app/app.js'
import { variantOf } from '../../src/contract/variant-path.js'
import { openStore } from '../../src/rooms/open-store.js'
import { DESCRIPTIONS } from './descriptions.js'

/** The routes of a document, and the components that their schemas refer to. */
export interface DocumentedRoutes {
  routes: RouteOptions[]
  schemas: Map<string, unknown>
}

/** The channel on which Fastify publishes each new instance. */
const CHANNEL = 'fastify.initialization'

/** Returns the routes of the service in an edition by the name of the document that describes them. */
export async function collectRoutes(edition: Edition): Promise<Map<string, DocumentedRoutes>> {
  const documents = new Map<string, DocumentedRoutes>()
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', function (route) {
      const schemas = this.getSchemas()
      const name = variantOf(route.url) ?? ('BoardInput' in schemas ? 'boards' : 'training')
      if (route.schema === undefined || route.schema.hide || route.method === 'HEAD') return
      // This hook runs before those of the plugins, which can add to the description.
      const description = DESCRIPTIONS[edition.name]?.[route.schema.operationId ?? '']
      if (description !== undefined) route.schema.description = description
      const document: DocumentedRoutes = documents.get(name) ?? { routes: [], schemas: new Map() }
      documents.set(name, document)
      document.routes.push(route)
      for (const [id, schema] of Object.entries(schemas)) document.schemas.set(id, schema)
    })
  }
  subscribe(CHANNEL, collect)
  const app = await buildApp({ edition, store: await openStore('sqlite::memory:') })
  unsubscribe(CHANNEL, collect)
  await app.ready()
  await app.close()
  return documents
}
