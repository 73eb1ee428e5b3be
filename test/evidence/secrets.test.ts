import { readFileSync } from 'node:fs'
import t from 'tap'
import { SECRET_MEMBERS } from '../../src/contract/schemas/auth.js'
import type { Json } from '../helper.js'

/** The documents of the operations whose requests the journal records. */
const DOCUMENTS = ['v1', 'v2', 'buggy', 'earlier/v1', 'earlier/v2', 'earlier/buggy']

/** Returns the names of all properties of the schemas in a part of a document. */
function namesIn(part: Json): string[] {
  if (part === null || typeof part !== 'object') return []
  const own = part.properties === undefined ? [] : Object.keys(part.properties)
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

t.test('every member of a body that looks like a secret is in the list of secrets (decision 128)', async (t) => {
  const found = new Set<string>()
  for (const name of DOCUMENTS) {
    const document = JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8'))
    for (const member of namesIn(document)) if (/password|token|secret/i.test(member)) found.add(member)
  }
  t.strictSame([...found].sort(), [...SECRET_MEMBERS].sort())
})
