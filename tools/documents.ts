import { variantPath } from '../src/variant-path.js'
import { VARIANTS } from '../src/variants.js'

/** The folder of the committed collections. */
export const COLLECTIONS = new URL('../docs/collections/', import.meta.url)

export interface PublishedDocument {
  name: string
  /** The base path of the operations. */
  path: string
  /** The document. */
  file: URL
  /** The committed collection of its requests. */
  collection: URL
}

export const V1 = published('v1', variantPath('v1'))
export const V2 = published('v2', variantPath('v2'))
export const BUGGY = published('buggy', variantPath('buggy'))

/** All published documents. */
export const DOCUMENTS: readonly PublishedDocument[] = [
  ...VARIANTS.map(({ name }) => published(name, variantPath(name))),
  published('boards', ''),
]

function published(name: string, path: string): PublishedDocument {
  return {
    name,
    path,
    file: new URL(`../openapi/${name}.json`, import.meta.url),
    collection: new URL(`${name}.postman_collection.json`, COLLECTIONS),
  }
}
