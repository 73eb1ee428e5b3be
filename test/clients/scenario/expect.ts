import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { ErrorBody, Result } from '../client.ts'

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Expects a success with this status, and returns its body. */
export async function expectData<T>(status: number, call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.error !== undefined || result.status !== status) {
    assert.fail(`expected ${status}, got ${result.status} with ${JSON.stringify(result.error ?? result.data)}`)
  }
  return result.data
}

/** Expects an error with this status, and returns its body. */
export async function expectError(status: number, call: Promise<Result<unknown>>): Promise<ErrorBody> {
  const result = await call
  const { error } = result
  if (error === undefined || result.status !== status) {
    assert.fail(`expected ${status}, got ${result.status} with ${JSON.stringify(error ?? result.data)}`)
  }
  assert.equal(error.status, status)
  assert.equal(error.error, STATUS_CODES[status])
  assert.match(error.timestamp, MOMENT)
  assert.match(error.path, /^\/api\/\w+\//)
  return error
}
