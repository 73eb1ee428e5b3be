import { CASE_FOLDING } from './case-folding-table.js'

const folded = new Map<string, string>()
for (const [first, last, step, distance] of CASE_FOLDING) {
  for (let codePoint = first; codePoint <= last; codePoint += step) {
    folded.set(String.fromCodePoint(codePoint), String.fromCodePoint(codePoint + distance))
  }
}

const ascii = /^[\0-\x7f]*$/

/**
 * Folds case by simple case folding, code point by code point, as a regular expression with the flags
 * `iu` compares (decision 16). The table is the project's own, because the versions of Node.js know
 * different versions of Unicode and what is folded is kept in the database.
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  let result = ''
  for (const character of text) result += folded.get(character) ?? character
  return result
}
