import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import fc from 'fast-check'
import { countValues } from '../kit/count-values.js'
import { type Reply, START } from '../kit/helper.js'
import { type Bench, contractOf, type Site } from './bench.js'
import { plannedBoards, readBoard, resolvePath, setUpBoard } from './boards.js'
import { type Mutation, mutationsOf } from './mutations.js'
import { mayCall, refusalOf } from './permissions.js'
import type { PlannedRequest } from './requests.js'
import { type Outgoing, prepare, sendOut } from './sending.js'

/**
 * A request that the document forbids gets the documented error with exactly the invalid fields, and changes
 * neither the board nor the session.
 */
export function mutatedRequests(bench: Bench, variant: string) {
  const contract = contractOf(bench.editions[0], variant)
  return fc.asyncProperty(plannedBoards(contract), mutationsOf(contract), (plan, mutation) =>
    bench.tryCase(async (site) => {
      const { request, alter = (outgoing: Outgoing) => outgoing } = mutation
      const board = await setUpBoard(site.send, plan)
      const outgoing = alter(await prepare(contract, request, resolvePath(request, board), site))
      const before = await readBoard(site.send)
      const reply = await sendOut(site, outgoing)
      const isForbidden = !mutation.anonymous && !mayCall(request.operation, request.caller)
      const forbidden = { ...FORBIDDEN, status: refusalOf(request.operation, request.caller) }
      assertRefusal(reply, outgoing, isForbidden ? { ...mutation, ...forbidden } : mutation)
      assert.equal(await readBoard(site.send), before, 'the board has changed')
      await assertSession(site, request, outgoing.options.token)
    }),
  )
}

const FORBIDDEN = { fields: undefined, message: undefined, allow: undefined }
type Refusal = { [Key in keyof Mutation]?: Mutation[Key] | undefined } & { what: string }

function assertRefusal(
  reply: Reply,
  { url, options }: Outgoing,
  { what, status, fields, message, allow }: Refusal,
): void {
  assert.equal(reply.status, status, `${what}: the status is ${reply.status}, not ${status}`)
  const { errors, message: text, ...rest } = reply.json
  assert.deepEqual(rest, {
    timestamp: new Date(START).toISOString().replace('.000', ''),
    status,
    error: STATUS_CODES[Number(status)],
    path: url.replace(/\?.*$/s, ''),
  })
  assert.equal(typeof text, 'string')
  if (message !== undefined) assert.ok(text.includes(message), `${what}: the message is ${text}, without ${message}`)
  if (fields !== 'any') {
    const named = errors === undefined ? undefined : Object.keys(errors).sort()
    // Of a body with very many values, the service names one invalid field, beside those of the path and the query
    // (decision 27).
    const isPart = named !== undefined && named.length > 0 && countValues(options.json ?? null) > 500
    const expected = isPart ? fields?.filter((field) => named.includes(field)) : fields
    assert.deepEqual(named, expected && [...new Set(expected)].sort(), `${what}: errors names ${named}, not ${fields}`)
  }
  if (allow !== undefined) assert.deepEqual(reply.headers.allow?.split(', ').sort(), allow)
}

/** The session of a caller whose request was refused stays active. */
async function assertSession({ send }: Site, { operation, caller }: PlannedRequest, token: string | undefined) {
  if (token === undefined || caller === 'forged') return
  const { status } = await send('GET /api/v2/auth/me', { token })
  assert.equal(status, 200, `${operation.id} has ended the session`)
}
