import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createBrunoCollection } from './bruno-collection.js'
import { EXAMPLE_FILE } from './collection.js'
import { collectionFiles } from './collection-files.js'
import { COLLECTIONS, DOCUMENTS, type PublishedDocument } from './documents.js'

/** The folder of the committed Bruno collections. */
const FOLDER = new URL('../examples/tools/bruno/', import.meta.url)

export interface BrunoCollection extends PublishedDocument {
  /** The folder of the collection. */
  folder: string
  /** The expected texts of its files, by their path in the folder. */
  files: Map<string, string>
}

/** Generates the Bruno collections of the committed documents of the current edition. */
export async function brunoCollections(): Promise<BrunoCollection[]> {
  const example = readFileSync(new URL(EXAMPLE_FILE, COLLECTIONS), 'utf8')
  const current = (await collectionFiles()).filter(({ file }) => DOCUMENTS.some((each) => each.file.href === file.href))
  return Promise.all(
    current.map(async ({ text, ...published }) => ({
      ...published,
      folder: fileURLToPath(new URL(`${published.name}/`, FOLDER)),
      files: await createBrunoCollection(JSON.parse(text), example),
    })),
  )
}
