/** Prints the words of each page of the documentation, and fails if a page exceeds its limit: `tsx scripts/count-words.ts`. */
import { WORD_LIMITS, wordsOfPages } from './words.js'

const pages = wordsOfPages()
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
const all = {
  page: 'all',
  written: sum(pages.map(({ written }) => written)),
  other: sum(pages.map(({ other }) => other)),
}
console.table([...pages, all])
const limits: Record<string, number> = WORD_LIMITS
for (const { page, written } of [...pages, all]) {
  if (written <= (limits[page] ?? Number.POSITIVE_INFINITY)) continue
  console.error(`${page}: ${written} written words exceed the limit of ${limits[page]}`)
  process.exitCode = 1
}
