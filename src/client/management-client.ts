import type { Send, ServiceRequest, ServiceResponse } from './service-client.js'

/** A board that the caller may manage. */
export interface OwnedBoard {
  id: string
  ownerToken: string
}

/**
 * Creates a client of the management API. The library, the grade and the commands for classes use it.
 *
 * @param send sends a request, over HTTP or within the process
 * @param explain returns the error for a response that refuses a request
 */
export function createManagementClient(
  send: Send,
  explain: (request: ServiceRequest, response: ServiceResponse) => Error,
) {
  async function call(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await send(request)
    if (response.status >= 300) throw explain(request, response)
    return response
  }

  const manage = (method: string, { id, ownerToken: token }: OwnedBoard, path: string, json?: object) =>
    call({ method, path: `/boards/${id}${path}`, token, json })

  return {
    /** Sends any request. */
    call,
    listDefects: () => call({ method: 'GET', path: '/defects' }),
    createBoard: (input: object, token: string | undefined) =>
      call({ method: 'POST', path: '/boards', token, json: input }),
    configureFaults: (board: OwnedBoard, settings: object) => manage('PUT', board, '/faults', settings),
    configureDefects: (board: OwnedBoard, defects: readonly string[]) => manage('PUT', board, '/defects', { defects }),
    configureExercise: (board: OwnedBoard, exercise: object) => manage('PUT', board, '/exercise', exercise),
    /** Ends the drill of a board. */
    finishDrill: ({ id, ownerToken: token }: OwnedBoard, end: object) =>
      call({ method: 'POST', path: `/b/${id}/drill/finish`, token, json: end }),
    /** Empties a board, or replaces its content with that of the fixture. */
    resetBoard: (board: OwnedBoard, fixture: string | undefined) =>
      manage('POST', board, '/reset', { ...(fixture && { fixture }) }),
    deleteBoard: (board: OwnedBoard) => manage('DELETE', board, ''),
    /** Returns the latest request of a board. */
    readLatestRequest: (board: OwnedBoard, status?: number) =>
      manage('GET', board, `/requests?size=1${status === undefined ? '' : `&status=${status}`}`),
    /** Returns a page of the journal of a board, newest first. */
    listRequests: (board: OwnedBoard, page: number) => manage('GET', board, `/requests?size=100&page=${page}`),
    listDefectEffects: (board: OwnedBoard) => manage('GET', board, '/defects/effects'),
  }
}
