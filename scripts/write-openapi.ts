/** Writes the OpenAPI documents to openapi/, and those of OpenAPI 3.1 to openapi/3.1/: `npm run write:openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildApp } from '../src/app.js'
import { EDITIONS } from '../src/editions/index.js'
import { renderJson } from '../src/openapi/serve-document.js'
import { toOpenapi31 } from '../src/openapi/to-openapi31.js'
import { openStore } from '../src/store/open-store.js'

for (const edition of EDITIONS) {
  const isDefault = edition === EDITIONS[0]
  const folder = isDefault ? '' : `${edition.name}/`
  const app = await buildApp({ edition, store: await openStore('sqlite::memory:') })
  await app.ready()
  mkdirSync(`openapi/3.1/${folder}`, { recursive: true })
  mkdirSync(`openapi/${folder}`, { recursive: true })
  for (const [name, { prefix, document }] of app.documents) {
    // The management API is the same in all editions.
    if (!isDefault && prefix === '') continue
    writeFileSync(`openapi/${folder}${name}.json`, renderJson(document()))
    writeFileSync(`openapi/3.1/${folder}${name}.json`, renderJson(toOpenapi31(document())))
  }
  await app.close()
}
