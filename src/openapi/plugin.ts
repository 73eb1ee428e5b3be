import swagger from '@fastify/swagger'
import type { OpenAPIV3 } from 'openapi-types'
import { BEARER_SCHEME } from '../contract/schemas/auth.js'
import type { Section } from '../contract/schemas/section.js'
import { plugin } from '../http/plugin.js'
import { VERSION } from '../version.js'
import { addExamples, type Examples } from './add-examples.js'
import { addLinks } from './add-links.js'
import { operationsOf } from './operations-of.js'
import { makePortable } from './portable-schemas.js'
import { CONVENTIONS } from './prose.js'
import { type Document, type PublishedDocument, serveDocument } from './serve-document.js'
import { shareParts } from './share-parts.js'
import { TAGS } from './tags.js'

export interface OpenapiOptions {
  /** The name of the document. */
  name: string
  title: string
  /** The description, as Markdown. It is in the head of generated files, so it has at most 300 characters. */
  description: string
  /** The sections that say more. */
  sections?: readonly Section[]
  /** The security scheme of operations that need a bearer token. */
  bearer?: OpenAPIV3.HttpSecurityScheme | undefined
  /** The operations whose request body is optional. */
  optionalBodies?: readonly string[]
  /** The base path of all operations. In the document, it is part of the server URL. */
  prefix: string
  /** The path of the document in its scope, without the extension. */
  path?: string
  /** The server of operations that only private boards have. By default, it is the service itself. */
  server?: OpenAPIV3.ServerObject
  examples: Examples
  /** The value of PUBLIC_URL without a trailing slash, if it is set. */
  publicUrl: string | undefined
  /** Whether the default board has quotas. Private boards always have them. */
  hasQuotas: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The published documents by name, in the order of their registration. */
    documents: Map<string, PublishedDocument>
  }
}

/** Generates and serves the OpenAPI document of the operations in its scope. */
export const openapi = plugin<OpenapiOptions>(
  'openapi',
  [],
  async (app, { name, title, description, sections = [], bearer, prefix, path = '/openapi', server, ...options }) => {
    const { publicUrl, hasQuotas, optionalBodies = [], examples } = options
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
        servers: [server ?? { url: `${publicUrl ?? ''}${prefix}` || '/' }],
        security: [],
        components: bearer === undefined ? {} : { securitySchemes: { [BEARER_SCHEME]: bearer } },
      },
      stripBasePath: false,
      refResolver: { buildLocalReference: (json, _baseUri, _fragment, i) => String(json.$id ?? `def-${i}`) },
      transform: ({ schema, url }) => ({ schema, url: url.slice(prefix.length) }),
      transformObject: (given) => {
        if (!('openapiObject' in given)) return given.swaggerObject
        return completeDocument(given.openapiObject as Document, { sections, optionalBodies, examples })
      },
    })
    const isOnBoards = prefix !== '' || server !== undefined
    const published = { path: prefix + path, prefix, isOnBoards, document: () => app.swagger() as Document }
    app.documents.set(name, published)
    serveDocument(app, path, { name, document: published.document, prefix, hasQuotas })
  },
)

/** Adds the parts that @fastify/swagger does not generate: tags, optional bodies and examples. */
function completeDocument(
  document: Document,
  { sections, optionalBodies, examples }: Required<Pick<OpenapiOptions, 'sections' | 'optionalBodies' | 'examples'>>,
): Document {
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
