import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { BEARER_SCHEME } from '../../src/contract/schemas/auth.js'
import { VERSION } from '../../src/version.js'
import { addExamples } from './add-examples.js'
import { addLinks } from './add-links.js'
import type { DocumentedRoutes } from './collect-routes.js'
import type { DocumentSource } from './documents.js'
import { operationsOf } from './operations-of.js'
import { makePortable } from './portable-schemas.js'
import { CONVENTIONS } from './prose.js'
import { shareParts } from './share-parts.js'
import { TAGS } from './tags.js'

/** Generates the OpenAPI 3.0.3 document of routes. */
export async function generate(
  source: DocumentSource,
  { routes, schemas }: DocumentedRoutes,
): Promise<OpenAPIV3.Document> {
  const { title, description, bearer, server, prefix } = source
  const app = Fastify({ exposeHeadRoutes: false })
  for (const schema of schemas.values()) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title,
        version: VERSION,
        description,
        contact: { name: 'The operators of this server' },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [server],
      security: [],
      components: bearer === undefined ? {} : { securitySchemes: { [BEARER_SCHEME]: bearer } },
    },
    stripBasePath: false,
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, i) => String(json.$id ?? `def-${i}`) },
    transform: ({ schema, url }) => ({ schema, url: url.slice(prefix.length) }),
  })
  // The document needs the schemas of the routes, and no handler runs.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const { method, url, schema = {} } of routes) app.route({ method, url, schema, handler: () => {} })
  await app.ready()
  const document = completeDocument(app.swagger() as OpenAPIV3.Document, source)
  await app.close()
  return document
}

/** Adds the parts that @fastify/swagger does not generate: tags, optional bodies and examples. */
function completeDocument(
  document: OpenAPIV3.Document,
  { sections, optionalBodies = [], examples }: DocumentSource,
): OpenAPIV3.Document {
  const operations = operationsOf(document)
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  document.tags = [...TAGS.filter(({ name }) => used.has(name)), ...sections, CONVENTIONS]
  for (const { operationId = '', requestBody } of operations) {
    if (optionalBodies.includes(operationId)) Object.assign(requestBody ?? {}, { required: false })
  }
  makePortable(document)
  addExamples(document, examples)
  addLinks(document)
  shareParts(document)
  return document
}
