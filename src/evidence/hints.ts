import type { Evidence } from './evidence.js'
import { describeFault, partOf } from './signs.js'
import { joinWords, sentence } from './words.js'

/**
 * Returns three hints for a response. Each says more than the one before: whether it has a fault, which part to look at,
 * and which fault it is.
 */
export function hintsFor(evidence: Evidence): [string, string, string] {
  const { changed, difference } = evidence
  const [first, ...others] = changed
  if (first === undefined) {
    const isCorrect = difference.length === 0
    return [
      isCorrect ? 'This response is correct.' : 'This response has no fault.',
      isCorrect
        ? 'The status, the content and the time are correct.'
        : 'The difference comes from the board, not from a fault.',
      'No fault changed it: claim `none`.',
    ]
  }
  const parts = [...new Set(changed.map(partOf))]
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
