/**
 * Writes the frozen catalogue of defects in benchmark/, and the tables of docs/defects.md and docs/benchmark.md:
 * `npm run write:benchmark`. Requests that expose a defect are recorded once; `-- --again` records those of the version
 * that is not published yet again. A published version never changes: the next defect starts a new one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { DEFECTS } from '../src/defects/catalogue.js'
import { openService } from '../test/helper.js'
import { type Benchmark, createBenchmark } from './benchmark/document.js'
import { fileOf, readPublished, readVersions } from './benchmark/files.js'
import { replaceBetween, writeCatalogue, writeCoverage } from './benchmark/tables.js'

const latest = readVersions().at(-1)
const isPublished = latest !== undefined && readPublished()[`v${latest.version}.json`] !== undefined
const isAgain = process.argv.includes('--again') && !isPublished

const service = await openService({}, () => {})
try {
  const benchmark = await createBenchmark(service, latest?.version ?? 1, isAgain ? [] : (latest?.defects ?? []))
  if (!isPublished) write(benchmark)
  else if (JSON.stringify(benchmark) !== JSON.stringify(latest)) write({ ...benchmark, version: benchmark.version + 1 })
} finally {
  await service.app.close()
}
replaceIn('docs/defects.md', 'catalogue', writeCatalogue(DEFECTS))
replaceIn('docs/benchmark.md', 'coverage', writeCoverage(DEFECTS))

function write(benchmark: Benchmark): void {
  writeFileSync(fileOf(benchmark.version), `${JSON.stringify(benchmark, null, 2)}\n`)
}

function replaceIn(file: string, name: string, content: string): void {
  writeFileSync(file, replaceBetween(readFileSync(file, 'utf8'), name, content))
}
