/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** What challenges see of a request and its response. */
export interface Observed {
  /**
   * The operation without the variant, such as `GET /tasks/:id`; only the method if no operation belongs to the path; and
   * `GET index` for the index of the board.
   */
  route: string
  /** The variant, or `undefined` for the index of the board. */
  variant: string | undefined
  method: string
  /** The path below the base URL of the board, without the query. */
  path: string
  query: URLSearchParams
  status: number
  /** Returns a header of the request. */
  sentHeader(name: string): string | undefined
  /** The JSON object in the request, with the members that the operation knows; empty if there is none. */
  sent: Fields
  /** A hash of the JSON body of the request; empty if it has none, or if it is not known. */
  sentHash: string
  /** Returns a header of the response. */
  header(name: string): string | undefined
  /** The text of the response; empty if it has none. */
  text: string
  /** The JSON text in the response, before a fault of transport hid it; empty if there is none. */
  json: string
  /** The value of `json`; an empty object if it has none. It is parsed when it is first read. */
  received: unknown
  /** The faults that changed the response. */
  faults: ReadonlySet<string>
  /** Whether the request has chosen its faults with `Prefer`. */
  hasChosenFaults: boolean
  /** Whether v2 has accepted the access token of the request. */
  hasSession: boolean
  /** Whether a login had the name of an account with a wrong password. */
  hasWrongPassword: boolean
}
