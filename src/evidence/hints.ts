import type { Evidence } from './evidence.js'
import { describeFault, partOf } from './signs.js'
import { joinWords, sentence } from './words.js'

/**
 * Whether a response is the expected one, as far as hints say it: on a board with defects, they do not.
 *
 * @param hasDefects whether the board has defects
 */
export function isCorrect({ changed, difference }: Evidence, hasDefects: boolean): boolean {
  return changed.length === 0 && !hasDefects && difference.length === 0
}

/**
 * Returns three hints for a response. Each says more than the one before: whether it has a fault, which part to look at,
 * and which fault it is. They say nothing about defects of the board, which claims have to find.
 *
 * @param hasDefects whether the board has defects
 */
export function hintsFor(evidence: Evidence, hasDefects = false): [string, string, string] {
  const { changed } = evidence
  const [first, ...others] = changed
  if (first === undefined) {
    const isRight = isCorrect(evidence, hasDefects)
    return [
      isRight ? 'This response is correct.' : 'No fault changed this response.',
      isRight
        ? 'The status, the content and the time are correct.'
        : 'If something is wrong, a defect of the board has caused it.',
      'No fault changed it: claim `none`.',
    ]
  }
  const parts = [...new Set(changed.map((fault) => partOf(fault, evidence)))]
  return [
    others.length === 0 ? 'This response has a fault.' : `This response has ${changed.length} faults.`,
    sentence(`look at ${joinWords(parts)}`),
    [first, ...others]
      .map((fault, index) => {
        const name = index === 0 ? 'It is' : 'It is also'
        return `${name} \`${fault}\`: ${describeFault(fault, evidence, 'present')}.`
      })
      .join(' '),
  ]
}
