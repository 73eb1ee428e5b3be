/** Writes the OpenAPI documents to openapi/: `npm run write:openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildApp } from '../src/app.js'
import { renderJson } from '../src/openapi/serve-document.js'
import { openStore } from '../src/store/open-store.js'

const app = await buildApp({ store: await openStore('sqlite::memory:') })
await app.ready()
mkdirSync('openapi', { recursive: true })
for (const [name, { document }] of app.documents) writeFileSync(`openapi/${name}.json`, renderJson(document()))
await app.close()
