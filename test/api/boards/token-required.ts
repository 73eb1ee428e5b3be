import type { Test } from 'tap'
import type { Reply } from '../../kit/helper.js'

/** Expects the 401 of decision 56. */
export function assertTokenRequired(t: Test, { status, json, headers }: Reply, message = 'a token is required') {
  t.equal(status, 401, message)
  t.equal(headers['www-authenticate'], 'Bearer')
  t.match(json.message, /^A valid (owner token, trainer secret or )?administrator token is required/)
}
