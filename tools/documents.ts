import { EDITIONS } from '../src/api/editions/index.js'
import { VARIANTS } from '../src/api/variants.js'
import { variantPath } from '../src/contract/variant-path.js'
import { IS_FULL } from '../test/kit/length.js'

/** The folder of the committed collections. */
export const COLLECTIONS = new URL('../docs/collections/', import.meta.url)

const [CURRENT, ...OTHERS] = EDITIONS

export interface PublishedDocument {
  name: string
  /** The name of the edition. */
  edition: string
  /** The base path of the operations. */
  path: string
  /** The document. */
  file: URL
  /** The same document in OpenAPI 3.1. */
  file31: URL
  /** The committed collection of its requests. */
  collection: URL
}

export const V1 = published('v1', variantPath('v1'))
export const V2 = published('v2', variantPath('v2'))
export const BUGGY = published('buggy', variantPath('buggy'))

/** All published documents of the current edition. */
export const DOCUMENTS: readonly PublishedDocument[] = [
  ...VARIANTS.map(({ name }) => published(name, variantPath(name))),
  published('boards', ''),
]

/** The documents of all editions. Those of the management API are the same in every edition. */
export const ALL_DOCUMENTS: readonly PublishedDocument[] = [
  ...DOCUMENTS,
  ...OTHERS.flatMap((edition) => VARIANTS.map(({ name }) => published(name, variantPath(name), edition.name))),
]

/** Whether `npm test -- collections` runs the collection of a document, or only compares it. All run before a release. */
export function runsCollection({ name, edition }: Pick<PublishedDocument, 'name' | 'edition'>): boolean {
  return IS_FULL || (edition === CURRENT.name && ['v2', 'boards'].includes(name))
}

function published(name: string, path: string, edition = CURRENT.name): PublishedDocument {
  const folder = edition === CURRENT.name ? '' : `${edition}/`
  return {
    name,
    edition,
    path,
    file: new URL(`../openapi/${folder}${name}.json`, import.meta.url),
    file31: new URL(`../openapi/3.1/${folder}${name}.json`, import.meta.url),
    collection: new URL(`${folder}${name}.postman_collection.json`, COLLECTIONS),
  }
}
