import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Reply } from '../kit/helper.js'
import { type Bench, contractOf } from './bench.js'
import { type Board, exists, plannedBoards, readBoard, resolvePath, roomFor, setUpBoard } from './boards.js'
import { successOf } from './documents.js'
import { mayCall, refusalOf } from './permissions.js'
import { type PlannedRequest, requestsOf } from './requests.js'
import { prepare, sendOut } from './sending.js'

/**
 * A valid request gets the documented success, or the documented error that follows from the state of the board and
 * of the session. A request that is refused or only reads does not change the board.
 */
export function validRequests(bench: Bench, variant: string) {
  const contract = contractOf(bench.editions[0], variant)
  return fc.asyncProperty(plannedBoards(contract), requestsOf(contract), (plan, request) =>
    bench.tryCase(async (site) => {
      const board = await setUpBoard(site.send, plan)
      const path = resolvePath(request, board)
      const before = await readBoard(site.send)
      const reply = await sendOut(site, await prepare(contract, request, path, site))
      const status = expectedStatus(request, path, board)
      assert.equal(reply.status, status, `${request.operation.id} returned ${reply.status}, not ${status}`)
      if (status >= 400) assertNames(reply, status, path)
      if (request.operation.id === 'logout' && status === 200) site.sessions.forget(request.caller)
      if (status >= 400 || request.operation.method === 'GET') {
        assert.equal(await readBoard(site.send), before, 'the board has changed')
      }
    }),
  )
}

/** The status that the rules require for a valid request. */
function expectedStatus(request: PlannedRequest, path: Record<string, string>, board: Board): number {
  const { operation, body, caller } = request
  if (!mayCall(operation, caller)) return refusalOf(operation, caller)
  if (body && 'parts' in body) {
    const files = body.parts.filter(({ fileName }) => fileName !== undefined)
    if (files.length > roomFor(path, board)) return 400
  }
  if (!exists(path, board)) return 404
  if (operation.id === 'login') return isPublished(request) ? successOf(operation) : 401
  if (operation.id === 'refresh' && 'application/json' in operation.content) {
    return body && 'refreshToken' in body && body.refreshToken === 'live' ? successOf(operation) : 403
  }
  return successOf(operation)
}

/** Whether credentials are a published example; random ones belong to no account. */
function isPublished({ operation, body }: PlannedRequest): boolean {
  const { examples = [] } = operation.content['application/json'] ?? {}
  return body !== undefined && 'json' in body && examples.includes(body.json)
}

/** The message of a 404 names the missing task, or the missing part of an existing task. */
function assertNames(reply: Reply, status: number, path: Record<string, string>): void {
  if (status !== 404) return
  assert.match(reply.json.message, /^(Task|Comment|Attachment) not found with id: \d+$/)
  const id = /\d+$/.exec(reply.json.message)?.[0]
  assert.ok(Object.values(path).includes(id ?? ''), `${reply.json.message} names no id of the request`)
}
