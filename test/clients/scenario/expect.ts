import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Answer, ErrorBody } from '../client.ts'

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The body of a success with this status. */
export async function expectData<T>(status: number, call: Promise<Answer<T>>): Promise<T> {
  const answer = await call
  if (answer.error !== undefined || answer.status !== status) {
    assert.fail(
      `${status} was expected, not ${answer.status} with ${JSON.stringify(answer.error ?? answer.data)}`,
    )
  }
  return answer.data
}

/** The body of an error with this status, whole. */
export async function expectError(status: number, call: Promise<Answer<unknown>>): Promise<ErrorBody> {
  const answer = await call
  const { error } = answer
  if (error === undefined || answer.status !== status) {
    assert.fail(`${status} was expected, not ${answer.status} with ${JSON.stringify(error ?? answer.data)}`)
  }
  assert.equal(error.status, status)
  assert.equal(error.error, STATUS_CODES[status])
  assert.match(error.timestamp, MOMENT)
  assert.match(error.path, /^\/api\/\w+\//)
  return error
}
