import type { OpenAPIV3 } from 'openapi-types'
import type { BoardAddress } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'
import { VARIANT_PATHS } from '../contract/variant-path.js'

/** The placeholders in a document that is rendered once for all boards. */
const BOARD_URL = 'http://board.invalid'
const BASE_PATH = boardPath('__')

/**
 * Converts the document of a variant on the default board to a template for private boards.
 *
 * @param document the document of the default board
 * @param prefix the base path of the variant
 * @returns the document with placeholders. Render it once, then call `completeTemplate` for each request.
 */
export function toBoardTemplate(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  const text = JSON.stringify({ ...document, servers: [] }).replace(VARIANT_PATHS, `${BASE_PATH}$&`)
  return { ...JSON.parse(text), servers: [{ url: `${BOARD_URL}${prefix}` }] }
}

/** Replaces the placeholders of a rendered template with the URLs at which the client reaches the board. */
export function completeTemplate(text: string, { url, basePath }: BoardAddress): string {
  return text.replaceAll(BOARD_URL, url()).replaceAll(BASE_PATH, basePath)
}
