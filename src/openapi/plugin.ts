import swagger from '@fastify/swagger'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenAPIV3 } from 'openapi-types'
import { stringify } from 'yaml'
import { BEARER_SCHEME } from '../schemas/auth.js'
import { VERSION } from '../version.js'
import { addBoardResponses, addQuotas } from './add-board-responses.js'
import { addExamples, type Examples } from './add-examples.js'
import { completeTemplate, toBoardTemplate } from './board-document.js'
import { COMMON_PROSE } from './prose.js'

type Document = OpenAPIV3.Document

export interface OpenapiOptions {
  /** What the document is called. */
  name: string
  title: string
  description: string
  tags: OpenAPIV3.TagObject[]
  /** The way in which operations ask for a bearer token, where they do. */
  bearer?: OpenAPIV3.HttpSecurityScheme | undefined
  /** The operations whose body may be left out. */
  optionalBodies?: readonly string[]
  /** What the paths of all operations begin with, which the document says once. */
  prefix: string
  /** Where the document is published in its scope, without extension. */
  path?: string
  examples: Examples
  /** Where clients reach the service, without a slash at the end. */
  publicUrl: string | undefined
  /** Whether the default board has quotas; private ones always have. */
  hasQuotas?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The published documents, by name; complete when the application is ready. */
    documents: Map<string, () => Document>
  }
}

/** Publishes the document of the operations of the scope that it is registered in. */
export const openapi = fp<OpenapiOptions>(
  async (app, { name, title, description, tags, bearer, prefix, path = '/openapi', ...options }) => {
    const { publicUrl, hasQuotas = false } = options
    await app.register(swagger, {
      openapi: {
        openapi: '3.0.3',
        info: {
          title,
          version: VERSION,
          description: [description, COMMON_PROSE].join('\n\n'),
          contact: { name: 'The people who run this server' },
          license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        },
        servers: [{ url: `${publicUrl ?? ''}${prefix}` || '/' }],
        tags,
        security: [],
        components: bearer === undefined ? {} : { securitySchemes: { [BEARER_SCHEME]: bearer } },
      },
      stripBasePath: false,
      refResolver: { buildLocalReference: (json, _baseUri, _fragment, i) => String(json.$id ?? `def-${i}`) },
      transform: ({ schema, url }) => ({ schema, url: url.slice(prefix.length) }),
      transformObject: (given) => {
        if (!('openapiObject' in given)) return given.swaggerObject
        const document = given.openapiObject as Document
        allowNoBody(document, options.optionalBodies ?? [])
        return addExamples(document, options.examples)
      },
    })
    const document = () => app.swagger() as Document
    app.documents.set(name, document)
    serveDocument(app, path, { fileName: documentFileName(name), document, prefix, publicUrl, hasQuotas })
  },
  { name: 'openapi' },
)

/** The plug-in takes every body for one that must be sent. */
function allowNoBody(document: Document, operations: readonly string[]): void {
  for (const item of Object.values(document.paths)) {
    for (const { operationId = '', requestBody } of Object.values(
      item ?? {},
    ) as OpenAPIV3.OperationObject[]) {
      if (operations.includes(operationId)) Object.assign(requestBody ?? {}, { required: false })
    }
  }
}

/** What the document of a variant is called where it is saved as a file, without extension. */
export function documentFileName(variant: string): string {
  return `task-board-service-${variant}`
}

export interface PublishOptions extends Pick<OpenapiOptions, 'prefix' | 'publicUrl' | 'hasQuotas'> {
  /** What the file is called, without extension. */
  fileName: string
  /** Gives the document once the application is ready. */
  document: () => Document
}

/**
 * Serves a document as JSON and as YAML; with `?download` as a file to be saved.
 *
 * @param path the path without extension
 */
export function serveDocument(
  app: FastifyInstance,
  path: string,
  { fileName, document, prefix, publicUrl, hasQuotas = false }: PublishOptions,
): void {
  const serve = (extension: string, mediaType: string, render: (document: Document) => string) => {
    let own: string | undefined
    let template: string | undefined
    const renderFor = (request: FastifyRequest) => {
      if (request.basePath === '') {
        own ??= render(hasQuotas ? addQuotas(document(), prefix) : document())
        return own
      }
      template ??= render(toBoardTemplate(addBoardResponses(document(), prefix), prefix))
      return completeTemplate(template, request, publicUrl)
    }
    app.get(`${path}.${extension}`, { schema: { hide: true } }, (request, reply) => {
      if ('download' in (request.query as object)) {
        reply.header('content-disposition', contentDisposition.create(`${fileName}.${extension}`))
      }
      return reply.type(mediaType).send(renderFor(request))
    })
  }
  serve('json', 'application/json', renderJson)
  // RFC 9512 registers the media type. Without aliases, because few readers of OpenAPI expect them.
  serve('yaml', 'application/yaml', (content) => stringify(content, { aliasDuplicateObjects: false }))
}

/** A document as it is served and as it is committed in `openapi/`. */
export function renderJson(document: Document): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
