/**
 * Runs the committed Postman collections with Newman, each against a new service without faults:
 * `npm run test:collections`. Also fails if a collection does not match its document.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import newman, { type NewmanRunOptions, type NewmanRunSummary } from 'newman'
import { buildApp } from '../src/app.js'
import { FAULTS } from '../src/chaos/faults/index.js'
import { openStore } from '../src/store/open-store.js'
import { COLLECTIONS, collectionFiles } from './collection-files.js'

const run = promisify<NewmanRunOptions, NewmanRunSummary>(newman.run)
const ADMIN_TOKEN = 'the-token-of-the-administrator-of-this-test'
const rates = Object.fromEntries(FAULTS.map(({ name }) => [name, 0]))

for (const { name, path, file, text } of await collectionFiles()) {
  const committed = readFileSync(file, 'utf8')
  assert.ok(committed === text, `${fileURLToPath(file)} is out of date, run: npm run write:collections`)
  const app = await buildApp({ store: await openStore('sqlite::memory:'), rates, boards: { adminToken: ADMIN_TOKEN } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { run: result } = await run({
    collection: JSON.parse(committed),
    envVar: [
      { key: 'baseUrl', value: address + path },
      { key: 'adminToken', value: ADMIN_TOKEN },
    ],
    workingDir: fileURLToPath(COLLECTIONS),
  })
  await app.close()
  const { requests, assertions } = result.stats
  assert.equal(assertions.total, requests.total, `${name}: every response is tested`)
  const failures = result.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)
  console.log(`${name}: ${requests.total} requests, ${failures.length} failures`)
  for (const failure of failures) console.error(`  ${failure}`)
  if (failures.length > 0 || requests.total === undefined || requests.total === 0) process.exitCode = 1
}
