import { FOLDED, UNFOLDED } from './case-folding-table.js'

const targets = [...FOLDED]
const folded = new Map([...UNFOLDED].map((character, index) => [character, targets[index] as string]))

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
