import { readFileSync } from 'node:fs'
import type { OpenAPIV3 } from 'openapi-types'
import { createCollection } from './collection.js'
import { ALL_DOCUMENTS, type PublishedDocument } from './documents.js'

export interface CollectionFile extends PublishedDocument {
  /** The expected content of the collection. */
  text: string
}

/** Generates the collections of the committed documents. */
export function collectionFiles(): Promise<CollectionFile[]> {
  return Promise.all(
    ALL_DOCUMENTS.map(async (published) => {
      const document = JSON.parse(readFileSync(published.file, 'utf8')) as OpenAPIV3.Document
      const collection = await createCollection(document, `http://127.0.0.1:3000${published.path}`)
      return { ...published, text: `${JSON.stringify(collection, null, 2)}\n` }
    }),
  )
}
