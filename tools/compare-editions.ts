/**
 * Compares the documents of the other editions with those of the current one, and lists the breaking changes in
 * docs/editions.md. Without `--write`, it fails if the list there is out of date: `npm test -- openapi`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { replaceGenerated } from '../scripts/markdown.js'
import { EDITIONS } from '../src/api/editions/index.js'
import { VARIANTS } from '../src/api/variants.js'
import { breakingChangesTable } from './breaking-changes.js'

const OPENAPI = new URL('../openapi/', import.meta.url)
const PAGE = new URL('../docs/editions.md', import.meta.url)

const [current, ...others] = EDITIONS
const sections = others.map(({ name }) => {
  const pairs = VARIANTS.map((variant) => ({
    variant: variant.name,
    older: read(`${name}/${variant.name}.json`),
    newer: read(`${variant.name}.json`),
  }))
  return `From \`${name}\` to \`${current.name}\`:\n\n${breakingChangesTable(pairs)}`
})

const page = readFileSync(PAGE, 'utf8')
const expected = replaceGenerated(page, 'changes', sections.join('\n\n'))
if (process.argv.includes('--write')) writeFileSync(PAGE, expected)
else if (page !== expected) {
  console.error('The breaking changes in docs/editions.md are out of date, run: npm run write -- editions')
  process.exitCode = 1
}

function read(file: string) {
  return JSON.parse(readFileSync(new URL(file, OPENAPI), 'utf8'))
}
