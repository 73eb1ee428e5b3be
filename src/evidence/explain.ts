import type { Evidence } from './evidence.js'
import type { Exchange } from './exchange.js'
import { describeFault, isAboutStatus } from './signs.js'
import { formatDuration, joinClauses } from './words.js'

/** A claim that a response has a fault, or `none`. */
export interface FaultClaim {
  fault: string
}

/** A claim that a board has a defect. The texts are those of the catalogue. */
export interface DefectClaim {
  defect: string
  title: string
  rule: string
  /** Whether the board has the defect. */
  isPresent: boolean
}

/** A task and a timestamp in the text of a body, which may be cut. */
const TASK = /"title":/
const TIMESTAMP = /"(?:created|updated|uploaded)At":/
const PAGE = /"totalPages":/

/**
 * Explains in one or two sentences why a claim is right or wrong. The sentences tell what was in the response, so only
 * show them to clients that may see it.
 *
 * @param evidence the evidence of the response; for a claim of a defect, it is not used
 */
export function explain(evidence: Evidence, claim: FaultClaim | DefectClaim): string {
  if ('defect' in claim) return explainDefect(claim)
  const { fault } = claim
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

function explainDefect({ title, rule, isPresent }: DefectClaim): string {
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
    ...(TIMESTAMP.test(text) ? ['dates were text'] : []),
  ]
  if (isAboutStatus(fault) || clauses.length === 0) clauses.unshift(`the status ${status} was right`)
  return joinClauses([...clauses, tookClause(exchange, 'it')])
}

function tookClause({ firstByte, disconnected }: Exchange, subject: string): string {
  return disconnected ? 'the client disconnected before the end' : `${subject} took ${formatDuration(firstByte / 1000)}`
}
