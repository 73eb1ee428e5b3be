import type { FastifyRequest } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { BOARD_ID_LENGTH } from '../board-id.js'
import { boardPath } from '../boards/prefix.js'
import { serverUrl } from '../http/base-url.js'
import { VARIANT_PATHS } from '../variant-path.js'

/** The placeholders in a document that is rendered once for all boards. */
const SERVER = 'http://server.invalid'
const BOARD = boardPath('_'.repeat(BOARD_ID_LENGTH))

/**
 * Converts the document of a variant on the default board to a template for private boards.
 *
 * @param document the document of the default board
 * @param prefix the base path of the variant
 * @returns the document with placeholders. Render it once, then call `completeTemplate` for each request.
 */
export function toBoardTemplate(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  const text = JSON.stringify({ ...document, servers: [] }).replace(VARIANT_PATHS, `${BOARD}$&`)
  return { ...JSON.parse(text), servers: [{ url: `${SERVER}${BOARD}${prefix}` }] }
}

/**
 * Replaces the placeholders of a rendered template with the URLs of a board. The URL of the server must be absolute.
 */
export function completeTemplate(text: string, request: FastifyRequest, publicUrl: string | undefined): string {
  return text.replaceAll(SERVER, serverUrl(request, publicUrl)).replaceAll(BOARD, request.basePath)
}
