import { CASE_FOLDING } from './case-folding-table.js'

const folded = new Map<string, string>()
for (const [first, last, step, distance] of CASE_FOLDING) {
  for (let codePoint = first; codePoint <= last; codePoint += step) {
    folded.set(String.fromCodePoint(codePoint), String.fromCodePoint(codePoint + distance))
  }
}

const ascii = /^[\0-\x7f]*$/

/**
 * Folds case by simple case folding, like regular expressions with the flags `iu` (decision 16). The result is stored
 * in databases, so the table is part of the project: versions of Node.js differ in their version of Unicode.
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  let result = ''
  for (const character of text) result += folded.get(character) ?? character
  return result
}
