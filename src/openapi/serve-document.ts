import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { OpenAPIV3 } from 'openapi-types'
import { visit, Document as YamlDocument } from 'yaml'
import type { BoardAddress } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'
import { VARIANT_PATHS } from '../contract/variant-path.js'
import { serverUrl } from '../http/base-url.js'
import { JSON_TYPE } from '../http/headers.js'
import { addBoardResponses, addQuotas } from './add-board-responses.js'
import { EXAMPLE_BOARD } from './add-examples.js'
import { toOpenapi31 } from './to-openapi31.js'

/** The placeholder in a document that is rendered once for all requests (`cacheByUrl`). */
export const SERVICE_URL = 'http://service.invalid'

export type Document = OpenAPIV3.Document

/**
 * The number of cached texts of a document, each for another URL of the service or of a board. Many clients that load one
 * of them at the same time share it.
 */
const TEXTS_MAX = 4

/** The media type of YAML (RFC 9512). */
export const YAML_TYPE = 'application/yaml'

/** A published document. */
export interface PublishedDocument {
  /** The path at which it is served, without the extension. */
  path: string
  /** The base path of its operations; `''` if they have none. */
  prefix: string
  /** Whether private boards have its operations. */
  isOnBoards: boolean
  /** Returns the document. Call it after the application is ready. */
  document(): Document
}

export interface ServeOptions extends Pick<PublishedDocument, 'prefix' | 'document'> {
  /** The name of the document, which is part of its file name. */
  name: string
  /** Whether the default board has quotas. Private boards always have them. */
  hasQuotas: boolean
}

/**
 * Serves a document as JSON and YAML, in OpenAPI 3.0.3 and in 3.1. With `?download` in the URL, browsers save it as a
 * file.
 *
 * @param path the path in the scope, without the extension
 */
export function serveDocument(
  app: FastifyInstance,
  path: string,
  { name, document, prefix, hasQuotas }: ServeOptions,
): void {
  const serve = (suffix: string, mediaType: string, render: (document: Document) => string) => {
    const texts = cacheByUrl(() => render(withServiceUrl(hasQuotas ? addQuotas(document(), prefix) : document())))
    let boardTemplate: string | undefined
    const boardTexts = new LRUCache<string, string, BoardAddress>({
      max: TEXTS_MAX,
      memoMethod(_key, _, { context: board }) {
        boardTemplate ??= render(toBoardTemplate(addBoardResponses(document(), prefix), prefix))
        return completeTemplate(boardTemplate, board)
      },
    })
    const renderFor = (request: FastifyRequest) => {
      const { boardAddress: context } = request
      if (context === null) return texts.memo(serverUrl(request, undefined))
      return boardTexts.memo(`${context.id} ${context.url()}`, { context })
    }
    serveText(app, path + suffix, { mediaType, fileName: `task-board-service-${name}${suffix}`, render: renderFor })
  }
  serve('.json', JSON_TYPE, renderJson)
  serve('.yaml', YAML_TYPE, renderYaml)
  serve('-3.1.json', JSON_TYPE, (content) => renderJson(toOpenapi31(content)))
  serve('-3.1.yaml', YAML_TYPE, (content) => renderYaml(toOpenapi31(content)))
}

/** Renders a text once, and caches it for some URLs of the service, which replace the placeholder in it. */
export function cacheByUrl(render: () => string): LRUCache<string, string> {
  let rendered: string | undefined
  return new LRUCache({
    max: TEXTS_MAX,
    memoMethod(url) {
      rendered ??= render()
      return rendered.replaceAll(SERVICE_URL, url)
    },
  })
}

interface ServedText {
  mediaType: string
  /** The name with which browsers save the text. */
  fileName: string
  /** Returns the text for a request. */
  render(request: FastifyRequest): string
}

/** Serves a text. With `?download` in the URL, browsers save it as a file. */
export function serveText(app: FastifyInstance, path: string, { mediaType, fileName, render }: ServedText): void {
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    if ('download' in (request.query as object)) {
      reply.header('content-disposition', contentDisposition.create(fileName))
    }
    return reply.type(mediaType).send(render(request))
  })
}

/**
 * Makes the server URLs of a document absolute, because many tools do not accept paths. Without PUBLIC_URL, they begin with
 * a placeholder for the URL at which the client of a request reaches the service.
 */
function withServiceUrl(document: Document): Document {
  const servers = document.servers?.map(({ url, ...server }) => ({
    url: url.startsWith('/') ? SERVICE_URL + url.replace(/^\/$/, '') : url,
    ...server,
  }))
  return { ...document, ...(servers && { servers }) }
}

/**
 * The characters that some parsers of YAML refuse or take for line breaks (YAML 1.2, section 5.1, and YAML 1.1, sections
 * 4.1 and 4.2), except those that both serialisers escape.
 */
const UNREADABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

const escapeUnreadable = (text: string) =>
  text.replace(UNREADABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Returns the JSON text of a document, as it is committed to `openapi/`. Served documents have absolute server URLs. Many
 * tools read JSON with a parser of YAML.
 */
export function renderJson(document: object): string {
  return `${escapeUnreadable(JSON.stringify(document, null, 2))}\n`
}

/**
 * Returns the YAML text of a document, which parsers of YAML 1.1 and 1.2 read as the same values: it quotes what YAML 1.1
 * takes for dates and booleans. It has no aliases, because many OpenAPI tools do not expect them.
 */
export function renderYaml(document: object): string {
  const yaml = new YamlDocument(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(yaml, {
    Scalar(_key, node) {
      // Only double quotes allow escapes.
      if (typeof node.value === 'string' && node.value.search(UNREADABLE) >= 0) node.type = 'QUOTE_DOUBLE'
    },
  })
  return escapeUnreadable(yaml.toString())
}

/** The placeholders in a document that is rendered once for all boards. */
const BOARD_URL = 'http://board.invalid'
const BASE_PATH = boardPath('__')

/**
 * Converts the document of a variant on the default board to a template for private boards.
 *
 * @param document the document of the default board
 * @param prefix the base path of the variant; `''` for the operations of learners
 * @returns the document with placeholders. Render it once, then call `completeTemplate` for each request.
 */
function toBoardTemplate(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  const text = JSON.stringify({ ...document, servers: [] })
  // The document of learners describes private boards only: its examples name one, and other paths are below its base URL.
  const template =
    prefix === '' ? text.replaceAll(boardPath(EXAMPLE_BOARD), BASE_PATH) : text.replace(VARIANT_PATHS, `${BASE_PATH}$&`)
  return { ...JSON.parse(template), servers: [{ url: `${BOARD_URL}${prefix}` }] }
}

/** Replaces the placeholders of a rendered template with the URLs at which the client reaches the board. */
function completeTemplate(text: string, { url, basePath }: BoardAddress): string {
  return text.replaceAll(BOARD_URL, url()).replaceAll(BASE_PATH, basePath)
}
