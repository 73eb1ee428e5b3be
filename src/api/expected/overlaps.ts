import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyRequest } from 'fastify'

/** Marks a request whose expected response cannot be known. */
export function loseExpectedResponse(request: FastifyRequest): void {
  request.isOverlapped = true
  request.expectedResponse = null
}

export type Overlaps = ReturnType<typeof createOverlaps>

/**
 * Marks requests that run at the same time as another one and may change the same board. Each of them may have changed
 * the board between the dry run of the other and its response, such as the id of the next task. So their expected
 * responses are unknown.
 */
export function createOverlaps() {
  const running = new Map<string, Set<FastifyRequest>>()

  return {
    /** Call it when such a request starts. It ends with its response. */
    enterWrite(request: FastifyRequest, raw: ServerResponse): void {
      const { id: board } = request.board
      const requests = running.get(board) ?? new Set()
      running.set(board, requests.add(request))
      if (requests.size > 1) for (const each of requests) loseExpectedResponse(each)
      // Also if the client has disconnected already.
      finished(raw, () => {
        if (requests.delete(request) && requests.size === 0) running.delete(board)
      })
    },
    /** Call it when the owner changes a board or class. */
    disturb(id: string): void {
      for (const [board, requests] of running) {
        for (const each of requests) if ([board, each.board.state?.classId].includes(id)) loseExpectedResponse(each)
      }
    },
  }
}
