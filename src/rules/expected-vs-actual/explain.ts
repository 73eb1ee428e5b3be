import type { Evidence } from './evidence.js'
import type { Exchange } from './exchange.js'
import { describeFault, isAboutStatus, partOf } from './signs.js'
import { formatDuration, joinClauses, joinWords, sentence } from './words.js'

/** A task and a timestamp in the text of a body, which may be cut. */
const TASK = /"title":/
const TIMESTAMP = /"(?:created|updated|uploaded)At":/
const PAGE = /"totalPages":/

/**
 * Explains in one or two sentences why a claim is right or wrong. The sentences tell what was in the response, so only
 * show them to clients that may see it.
 *
 * @param fault the fault that the claim names, or `none`
 */
export function explain(evidence: Evidence, fault: string): string {
  const { changed } = evidence
  if (changed.includes(fault)) return `Right: ${describeFault(fault, evidence, 'past')}.`
  if (changed.length > 0) {
    const verdict = fault === 'none' ? faultCount(changed.length) : 'Not this fault'
    return `${verdict}: ${whatWasThere(evidence)}.`
  }
  const isRight = fault === 'none'
  const { exchange, difference } = evidence
  // What differs comes from defects of the board.
  if (difference.length > 0) return `${isRight ? 'Right: no' : 'No'} fault changed this response.`
  if (exchange === null) return isRight ? 'Right: the response was correct.' : 'This response was correct.'
  return `${isRight ? 'Right' : 'This response was correct'}: ${whatWasCorrect(exchange, fault)}.`
}

/**
 * Explains why the claim of a defect is right or wrong.
 *
 * @param defect the texts of the catalogue
 * @param isPresent whether the board has the defect
 */
export function explainDefect({ title, rule }: { title: string; rule: string }, isPresent: boolean): string {
  return isPresent ? `Right: ${title} The rule: ${rule}` : `Not this defect. The board keeps the rule: ${rule}`
}

function faultCount(count: number): string {
  return `This response had ${count === 1 ? 'a fault' : `${count} faults`}`
}

function whatWasThere(evidence: Evidence): string {
  const { changed, exchange, difference } = evidence
  const isOnlySlow = changed.length === 1 && difference.every(({ kind }) => kind === 'delay')
  if (changed[0] === 'slow-response' && isOnlySlow && exchange !== null && !exchange.disconnected) {
    return `${tookClause(exchange, 'the response')}, and its content was correct`
  }
  return joinClauses(changed.map((fault) => describeFault(fault, evidence, 'past')))
}

function whatWasCorrect(exchange: Exchange, fault: string): string {
  const { status, body } = exchange.response
  const text = status < 300 ? (body.text ?? '') : ''
  const clauses = [
    ...(fault === 'pagination' && PAGE.test(text) ? ['the numbers of the page were right'] : []),
    ...(fault === 'search-case' && PAGE.test(text) ? ['the search left out no task'] : []),
    ...(TASK.test(text) ? ['all fields were present'] : []),
    ...(TIMESTAMP.test(text) ? ['dates were strings'] : []),
  ]
  if (isAboutStatus(fault) || clauses.length === 0) clauses.unshift(`the status ${status} was right`)
  return joinClauses([...clauses, tookClause(exchange, 'it')])
}

function tookClause({ firstByte, disconnected }: Exchange, subject: string): string {
  return disconnected ? 'the client disconnected before the end' : `${subject} took ${formatDuration(firstByte / 1000)}`
}

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
