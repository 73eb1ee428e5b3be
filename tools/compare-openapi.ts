/** Compares the documents in openapi/ with those of the last release, and fails for breaking changes: `npm test -- openapi`. */
import { readdirSync, readFileSync } from 'node:fs'
import type { OpenAPIV3 } from 'openapi-types'
import { compareDocuments } from './compare.js'

const CURRENT = new URL('../openapi/', import.meta.url)
const RELEASED = new URL('released/', CURRENT)

let broken = false
for (const file of readdirSync(RELEASED, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.json')) continue
  const older = read(new URL(file, RELEASED))
  const newer = read(new URL(file, CURRENT))
  const changes = compareDocuments(older, newer)
  const breaking = changes.filter((change) => change.breaking)
  console.log(
    `${file}: ${older.info.version} → ${newer.info.version}, ${breaking.length} breaking and ${changes.length - breaking.length} compatible changes`,
  )
  for (const change of changes) console.log(`  ${change.breaking ? 'BREAKING' : 'compatible'} ${change.description}`)
  broken ||= breaking.length > 0 && majorOf(older) === majorOf(newer)
}
if (broken) {
  console.error('Breaking changes require a new major version, see docs/development.md.')
  process.exitCode = 1
}

function read(file: URL): OpenAPIV3.Document {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function majorOf({ info }: OpenAPIV3.Document): string | undefined {
  return info.version.split('.')[0]
}
