/** What a validator says about a request and its response. */
export interface Verdict {
  /** Whether the document has the operation, in the opinion of the validator. */
  hasOperation: boolean
  /** What is wrong with the request and with the response. */
  request: string[] | null
  response: string[] | null
}

/** A request to a document, its response, and the verdict. */
export interface Exchange extends Verdict {
  /** The base path of the document. */
  base: string
  method: string
  /** The path of the request with its query, as sent. */
  target: string
  status: number
  /** The bodies of the request, if it is JSON, and of the response, if the status is 400. */
  sent?: string
  error?: string
}

/** A contradiction between the document, as the validator reads it, and the service. */
export interface Violation {
  /**
   * - `unknown`: the service has an operation that the document does not have;
   * - `response`: the response is not valid;
   * - `accepted`: the request is not valid, and the service has accepted it;
   * - `refused`: the request is valid, and the service has refused it with 400.
   */
  kind: 'unknown' | 'response' | 'accepted' | 'refused'
  message: string
  exchange: Exchange
}

/** The responses to paths and methods that the document does not have. */
const WITHOUT_OPERATION = [404, 405]

/** Returns the contradictions in an exchange, `[]` if there is none. */
export function judge(exchange: Exchange): Violation[] {
  const { status, hasOperation, error } = exchange
  const request = exchange.request ?? []
  const response = exchange.response ?? []
  const violation = (kind: Violation['kind'], message: string): Violation => ({ kind, message, exchange })
  if (!hasOperation) {
    return WITHOUT_OPERATION.includes(status) ? [] : [violation('unknown', request.join(', '))]
  }
  const violations = response.map((message) => violation('response', message))
  if (status < 300) violations.push(...request.map((message) => violation('accepted', message)))
  if (status === 400 && request.length === 0) violations.push(violation('refused', error ?? ''))
  return violations
}
