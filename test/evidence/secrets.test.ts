import { readFileSync } from 'node:fs'
import t from 'tap'
import { redact } from '../../src/evidence/redact.js'
import type { Json } from '../helper.js'

/** The documents of the operations whose requests the journal records. */
const DOCUMENTS = ['v1', 'v2', 'buggy', 'earlier/v1', 'earlier/v2', 'earlier/buggy']

/** Returns the names of all properties of the schemas in a part of a document. */
function namesIn(part: Json): string[] {
  if (part === null || typeof part !== 'object') return []
  const own = part.properties === undefined ? [] : Object.keys(part.properties)
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

t.test('the values of all members of the contract that are secrets are replaced (decision 128)', async (t) => {
  const found = new Set<string>()
  for (const name of DOCUMENTS) {
    const document = JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8'))
    for (const member of namesIn(document)) if (/password|token|secret/i.test(member)) found.add(member)
  }
  t.ok(found.size >= 3)
  for (const member of found) {
    t.equal(redact(JSON.stringify({ [member]: 'a secret' })), JSON.stringify({ [member]: '[redacted]' }))
  }
})
