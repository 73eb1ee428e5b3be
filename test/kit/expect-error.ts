import { STATUS_CODES } from 'node:http'
import type { Test } from 'tap'
import { toTimestamp } from '../../src/contract/time.js'
import { type Json, type Reply, START } from './helper.js'

export interface ExpectedError {
  status: number
  path: string
  /** The message, or a pattern of it. */
  message?: string | RegExp
  errors?: Record<string, string>
}

/** What a client must never see: stacks, error codes, SQL, and the names of libraries. */
const INTERNALS =
  /FST_|ERR_|HPE_|\bSELECT\b|\bINSERT\b|sqlite|postgres|relation|SQLSTATE|pg_|constraint|node_modules|\.[jt]s:\d|\n\s+at |fastify|ajv|busboy|dicer|typebox|undefined|\[object/i

/**
 * Fails unless a response is exactly the Error body of decision 27.
 *
 * @param hasTestClock whether the service has the clock of the tests and not that of the machine
 */
export function expectError(t: Test, reply: Reply | undefined, expected: ExpectedError, hasTestClock = true): void {
  if (reply === undefined) return void t.fail('there is no response')
  const { status, path, message, errors } = expected
  t.equal(reply.status, status, `status ${status} at ${path}`)
  t.equal(reply.headers['content-type'], 'application/json')
  const body: Json = reply.json
  t.strictSame(body, {
    timestamp: hasTestClock ? toTimestamp(START) : body?.timestamp,
    status,
    error: STATUS_CODES[status],
    message: typeof message === 'string' ? message : body?.message,
    path,
    ...(errors && { errors }),
  })
  t.type(body?.message, 'string')
  if (message instanceof RegExp) t.match(body?.message, message)
  const { path: _path, ...words } = body ?? {}
  // The random id of a board can contain such a name.
  const text = JSON.stringify(words).replaceAll(/[a-z2-7]{26}/g, '<id>')
  t.notMatch(text, INTERNALS, 'contains no internals')
}
