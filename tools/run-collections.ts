/**
 * Runs committed Postman collections with Newman, each against a new service without faults: `npm test -- collections`,
 * with `TEST_LENGTH=full` all of them. Also fails if a collection does not match its document.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EDITIONS } from '../src/api/editions/index.js'
import { collectionFiles } from './collection-files.js'
import { runsCollection } from './documents.js'
import { runCollection } from './run-collection.js'
import { ADMIN_TOKEN, startService } from './service.js'

for (const { name, edition, path, collection, text } of await collectionFiles()) {
  const committed = readFileSync(collection, 'utf8')
  assert.ok(committed === text, `${fileURLToPath(collection)} is out of date, run: npm run write -- collections`)
  if (!runsCollection({ name, edition })) continue
  const service = await startService({ edition: EDITIONS.find((each) => each.name === edition) ?? EDITIONS[0] })
  const { stats, failed } = await runCollection(JSON.parse(committed), {
    baseUrl: service.address + path,
    adminToken: ADMIN_TOKEN,
  })
  await service.close()
  const { requests, assertions } = stats
  assert.equal(assertions.total, requests.total, `${name}: every response is tested`)
  console.log(`${name} (${edition}): ${requests.total} requests, ${failed.length} failures`)
  for (const failure of failed) console.error(`  ${failure}`)
  if (failed.length > 0 || requests.total === undefined || requests.total === 0) process.exitCode = 1
}
