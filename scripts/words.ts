import { readdirSync, readFileSync } from 'node:fs'
import { countWords, countWritten } from './markdown.js'

/** The documentation: the paths of the pages. */
export const PAGES: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .sort(),
]

/** The maximum number of written words: of a page, or of all pages. */
export const WORD_LIMITS = { 'README.md': 700, 'docs/performance.md': 1500, all: 40_000 }

/** Counts the words of each page: those that people write, and those in generated parts and blocks of code. */
export function wordsOfPages(): { page: string; written: number; other: number }[] {
  return PAGES.map((page) => {
    const text = readFileSync(page, 'utf8')
    const written = countWritten(text)
    return { page, written, other: countWords(text) - written }
  })
}
