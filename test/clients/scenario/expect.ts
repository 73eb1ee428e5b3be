import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Answer, ErrorBody } from '../client.ts'

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The body of a success with this status. */
export async function expectData<T>(status: number, call: Promise<Answer<T>>): Promise<T> {
  const answer = await call
  assert.equal(answer.error, undefined, `an error where ${status} was expected`)
  assert.equal(answer.status, status)
  return answer.data as T
}

/** The body of an error with this status, whole. */
export async function expectError(status: number, call: Promise<Answer<unknown>>): Promise<ErrorBody> {
  const answer = await call
  assert.equal(answer.status, status)
  const { error } = answer
  assert.ok(error, `no error body came with ${status}`)
  assert.equal(error.status, status)
  assert.equal(error.error, STATUS_CODES[status])
  assert.match(error.timestamp, MOMENT)
  assert.match(error.path, /^\/api\/\w+\//)
  return error
}
