import { readFileSync } from 'node:fs'
import type { OpenAPIV3 } from 'openapi-types'
import { variantPath } from '../src/variant-path.js'
import { VARIANTS } from '../src/variants.js'
import { createCollection } from './collection.js'

/** The folder of the committed collections. */
export const COLLECTIONS = new URL('../docs/collections/', import.meta.url)

/** The documents, and the base paths of their operations. */
const DOCUMENTS = [...VARIANTS.map(({ name }) => ({ name, path: variantPath(name) })), { name: 'boards', path: '' }]

export interface CollectionFile {
  /** The name of the document. */
  name: string
  /** The base path of its operations. */
  path: string
  file: URL
  /** The expected content of the file. */
  text: string
}

/** Generates the collections of the committed documents. */
export function collectionFiles(): Promise<CollectionFile[]> {
  return Promise.all(
    DOCUMENTS.map(async ({ name, path }) => {
      const document = JSON.parse(
        readFileSync(new URL(`../openapi/${name}.json`, import.meta.url), 'utf8'),
      ) as OpenAPIV3.Document
      const collection = await createCollection(document, `http://127.0.0.1:3000${path}`)
      return {
        name,
        path,
        file: new URL(`${name}.postman_collection.json`, COLLECTIONS),
        text: `${JSON.stringify(collection, null, 2)}\n`,
      }
    }),
  )
}
