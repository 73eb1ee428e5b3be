import type { OpenAPIV3 } from 'openapi-types'
import type { BoardAddress } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'
import { VARIANT_PATHS } from '../contract/variant-path.js'
import { EXAMPLE_BOARD } from './add-examples.js'

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
export function toBoardTemplate(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  const text = JSON.stringify({ ...document, servers: [] })
  // The document of learners describes private boards only: its examples name one, and other paths are below its base URL.
  const template =
    prefix === '' ? text.replaceAll(boardPath(EXAMPLE_BOARD), BASE_PATH) : text.replace(VARIANT_PATHS, `${BASE_PATH}$&`)
  return { ...JSON.parse(template), servers: [{ url: `${BOARD_URL}${prefix}` }] }
}

/** Replaces the placeholders of a rendered template with the URLs at which the client reaches the board. */
export function completeTemplate(text: string, { url, basePath }: BoardAddress): string {
  return text.replaceAll(BOARD_URL, url()).replaceAll(BASE_PATH, basePath)
}
