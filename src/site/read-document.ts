import { readFileSync } from 'node:fs'
import { EDITIONS } from '../api/editions/index.js'
import { PACKAGE_ROOT } from '../version.js'
import { addResponses, type SharedResponses } from './add-responses.js'
import type { PublishedDocument } from './documents.js'

/** Where a document is served: on the default board, with or without limits, or on a private board. */
export type Place = 'unlimited' | 'limited' | 'board'

/** The folder of the documents that `npm run write -- openapi` writes. */
const FOLDER = new URL('openapi/', PACKAGE_ROOT)

/** Reads a file in `openapi/`. */
export function readBuilt(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8')
}

/** Returns the folder of the documents of an edition in `openapi/`. The documents without a variant are the same in all. */
export function editionFolder({ prefix }: Pick<PublishedDocument, 'prefix'>, edition: string): string {
  return prefix === '' || edition === EDITIONS[0].name ? '' : `${edition}/`
}

/**
 * Reads the text of a document, with the responses that operations have at a place.
 *
 * @param file the path of the file in `openapi/`
 */
export function readDocument(file: string, { name }: PublishedDocument, place: Place): string {
  const text = readBuilt(file)
  if (place === 'unlimited') return text
  const shared: Record<string, SharedResponses> = JSON.parse(readBuilt('service/shared-responses.json'))
  return addResponses(text, shared[name] as SharedResponses, place === 'board')
}
