import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { createBenchmark } from '../../scripts/benchmark/document.js'
import { fileOf, readPublished, readVersions } from '../../scripts/benchmark/files.js'
import { countOf, POSSIBLE, writeCatalogue, writeCoverage } from '../../scripts/benchmark/tables.js'
import { replaceGenerated } from '../../scripts/markdown.js'
import { DEFECTS } from '../../src/api/defects/catalogue.js'
import { QUALITIES } from '../../src/api/defects/defect.js'

/** The cells of the table that have no defect yet. */
const EMPTY = ['refresh state', 'logout state']

const versions = readVersions()
const published = readPublished()
const latest = versions.at(-1)
const checksumOf = (version: number) =>
  createHash('sha256')
    .update(readFileSync(fileOf(version)))
    .digest('hex')

t.test('the codes of the defects are different, and none is left out', async (t) => {
  const expected = DEFECTS.map((_, index) => `TB-${String(index + 1).padStart(3, '0')}`)
  t.strictSame(DEFECTS.map(({ code }) => code as string).sort(), expected)
})

t.test('a published version never changes', async (t) => {
  t.strictSame(
    Object.keys(published).filter((file) => !versions.some(({ version }) => file === `v${version}.json`)),
    [],
  )
  for (const { version } of versions) {
    const checksum = published[`v${version}.json`]
    if (checksum !== undefined) t.equal(checksumOf(version), checksum, `v${version}.json`)
    else t.equal(version, latest?.version, 'only the latest version is not published')
  }
})

t.test('the latest version describes every defect: `npm run write -- benchmark` writes it', async (t) => {
  const expected: unknown = JSON.parse(JSON.stringify(createBenchmark(latest?.version ?? 0)))
  t.ok(isDeepStrictEqual(latest, expected))
})

t.test('the codes of earlier versions stand for the same defects', async (t) => {
  for (const { version, defects } of versions) {
    for (const { code, name } of defects) {
      t.equal(DEFECTS.find((defect) => defect.code === code)?.name, name, `v${version}: ${code}`)
    }
  }
})

t.test('the cells of the table that could have a defect and have none are known', async (t) => {
  const empty = Object.entries(POSSIBLE).flatMap(([operation, qualities]) =>
    qualities
      .filter((quality) => countOf(DEFECTS, operation, quality) === 0)
      .map((quality) => `${operation} ${quality}`),
  )
  t.strictSame(empty, EMPTY)
})

t.test('the pages have the catalogue, the qualities and the table of operations', async (t) => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
  const defects = read('defects.md')
  t.equal(defects, replaceGenerated(defects, 'catalogue', writeCatalogue(DEFECTS)))
  const page = read('benchmark.md')
  t.equal(page, replaceGenerated(page, 'coverage', writeCoverage(DEFECTS)))
  const [, table = ''] = /(\| Quality .*?)\n\n/s.exec(page) ?? []
  const listed = [...table.matchAll(/^\| `(.+?)`/gm)].map(([, quality]) => quality)
  t.strictSame(listed, [...QUALITIES])
})
