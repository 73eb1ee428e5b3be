import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from '../../../version.js'

/** The decisions of docs/decisions.md, which is in the package: their texts by number. */
const DECISIONS = new Map(
  readFileSync(new URL('docs/decisions.md', PACKAGE_ROOT), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, number, text] = /^(\d+)\. (.+)$/.exec(line) ?? []
      return number === undefined || text === undefined ? [] : [[Number(number), text] as const]
    }),
)

/**
 * Returns the decisions that a text cites, such as `(decision 14)` or `(decisions 8 and 9)`.
 *
 * @returns the number and the text of each, in the order of the citations
 */
export function citedDecisions(text: string): { number: number; text: string }[] {
  const cited = [...text.matchAll(/\bdecisions? ([\d, and]+)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  return cited.flatMap((number) => {
    const decision = DECISIONS.get(Number(number))
    return decision === undefined ? [] : [{ number: Number(number), text: decision }]
  })
}
