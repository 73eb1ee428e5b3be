/** Writes the Postman collections to docs/collections/: `npm run write:collections`. */
import { writeFileSync } from 'node:fs'
import { collectionFiles } from './collection-files.js'

for (const { collection, text } of await collectionFiles()) writeFileSync(collection, text)
