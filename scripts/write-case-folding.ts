/** Writes src/contract/case-folding-table.ts from the Unicode Character Database: `npm run write:case-folding`. */
import { writeFileSync } from 'node:fs'
import { renderTable } from './case-folding-table.js'

writeFileSync(new URL('../src/contract/case-folding-table.ts', import.meta.url), renderTable())
