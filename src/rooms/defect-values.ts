/**
 * How a defect affects a request. `response`: the response differs from that of the correct service. `write`: the request
 * stored different data than with the correct service, so later responses can differ.
 */
export type DefectEffect = 'response' | 'write'

/** The requests that a defect has affected in one way since it was configured. */
export interface EffectCount {
  defect: string
  effect: DefectEffect
  /** The number of requests. */
  requests: number
  first: AffectedRequest
}

export interface AffectedRequest {
  /** Its number in the journal. */
  number: number
  requestId: string
  time: string
  method: string
  /** The first `JOURNAL_PATH_MAX` characters of the path below the base URL of the board, with the query. */
  target: string
  status: number
}

/** The names of the defects of a board, each with its notes. A defect cannot be configured twice. */
export type BoardDefects = Readonly<Record<string, readonly unknown[]>>
