/** Writes the OpenAPI documents to openapi/: `npm run write:openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildApp } from '../src/app.js'
import { EDITIONS } from '../src/editions/index.js'
import { renderJson } from '../src/openapi/serve-document.js'
import { openStore } from '../src/store/open-store.js'

for (const edition of EDITIONS) {
  const isDefault = edition === EDITIONS[0]
  const folder = isDefault ? 'openapi' : `openapi/${edition.name}`
  const app = await buildApp({ edition, store: await openStore('sqlite::memory:') })
  await app.ready()
  mkdirSync(folder, { recursive: true })
  for (const [name, { prefix, document }] of app.documents) {
    // The management API is the same in all editions.
    if (isDefault || prefix !== '') writeFileSync(`${folder}/${name}.json`, renderJson(document()))
  }
  await app.close()
}
