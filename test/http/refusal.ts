import { type ExpectedError, expectError } from '../kit/expect-error.js'
import type { RequestOptions, Service } from '../kit/helper.js'

export const JSON_TYPE = { 'content-type': 'application/json' }

export interface Case extends Omit<ExpectedError, 'path'> {
  request: string
  options?: RequestOptions
}

/** Sends a request, and expects an error with the path of the request. */
export async function expectRefusal(t: Parameters<typeof expectError>[0], service: Service, one: Case) {
  const { request, options, ...expected } = one
  const path = (request.split(' ')[1] as string).replace(/[?#].*$/s, '')
  const reply = await service.send(request, options)
  expectError(t, reply, { ...expected, path })
  return reply
}
