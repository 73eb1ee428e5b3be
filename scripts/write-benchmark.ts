/**
 * Writes the frozen catalogue of defects in benchmark/, and the tables of docs/defects.md and docs/benchmark.md:
 * `npm run write -- benchmark`. A published version never changes: a change starts a new one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { DEFECTS } from '../src/api/defects/catalogue.js'
import { createBenchmark } from './benchmark/document.js'
import { fileOf, readPublished, readVersions } from './benchmark/files.js'
import { writeCatalogue, writeCoverage } from './benchmark/tables.js'
import { replaceGenerated } from './markdown.js'

const latest = readVersions().at(-1)
const version = latest?.version ?? 1
const isPublished = readPublished()[`v${version}.json`] !== undefined
const isChanged = JSON.stringify(createBenchmark(version)) !== JSON.stringify(latest)
if (isChanged) {
  const next = isPublished ? version + 1 : version
  writeFileSync(fileOf(next), `${JSON.stringify(createBenchmark(next), null, 2)}\n`)
}
replaceIn('docs/defects.md', 'catalogue', writeCatalogue(DEFECTS))
replaceIn('docs/benchmark.md', 'coverage', writeCoverage(DEFECTS))

function replaceIn(file: string, name: string, content: string): void {
  writeFileSync(file, replaceGenerated(readFileSync(file, 'utf8'), name, content))
}
