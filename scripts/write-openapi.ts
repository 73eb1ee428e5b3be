/** Writes the documents of the API to openapi/: `npm run write -- openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildDocuments } from './openapi/build.js'

for (const [path, text] of await buildDocuments()) {
  const file = join('openapi', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
