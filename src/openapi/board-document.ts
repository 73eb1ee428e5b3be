import type { FastifyRequest } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { BOARD_ID_LENGTH } from '../board-id.js'
import { boardPath } from '../boards/prefix.js'
import { serverUrl } from '../http/base-url.js'
import { VARIANT_PATH } from '../variant-path.js'

/** They stand in a document that is rendered once for all boards, and are as long as what replaces them. */
const SERVER = 'http://server.invalid'
const BOARD = boardPath('_'.repeat(BOARD_ID_LENGTH))

/** The paths of variants anywhere in a document. */
const VARIANT_PATHS = new RegExp(VARIANT_PATH, 'g')

/**
 * Makes the document of a variant speak of a board that is reached by a base URL of its own.
 *
 * @param document the document as it is published for the default board
 * @param prefix what the paths of the variant begin with
 * @returns the same for any board, to be rendered and then completed
 */
export function toBoardTemplate(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  const text = JSON.stringify({ ...document, servers: [] }).replace(VARIANT_PATHS, `${BOARD}$&`)
  return { ...JSON.parse(text), servers: [{ url: `${SERVER}${BOARD}${prefix}` }] }
}

/** Completes a rendered template for the board of a request; its server is named with an absolute URL. */
export function completeTemplate(
  text: string,
  request: FastifyRequest,
  publicUrl: string | undefined,
): string {
  return text.replaceAll(SERVER, serverUrl(request, publicUrl)).replaceAll(BOARD, request.basePath)
}
