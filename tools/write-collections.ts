/** Writes the Postman collections to docs/collections/: `npm run write -- collections`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { collectionFiles } from './collection-files.js'

for (const { collection, text } of await collectionFiles()) {
  mkdirSync(new URL('.', collection), { recursive: true })
  writeFileSync(collection, text)
}
