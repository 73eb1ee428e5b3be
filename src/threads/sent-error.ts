import { createCatalogued } from '../contract/errors.js'

/** An error as plain data. */
export interface SentError {
  name: string
  message: string
  stack?: string | undefined
  code?: string | undefined
  cause?: SentError | undefined
}

/** Turns an error into plain data, which can be sent to another thread. */
export function sendError(error: unknown): SentError {
  const { name, message, stack, code, cause } = error as Error & { code?: string }
  return { name, message, stack, code, ...(cause !== undefined && { cause: sendError(cause) }) }
}

/** Turns plain data into an error again. An error of the catalogue becomes an instance of its class. */
export function receiveError({ cause, ...sent }: SentError): Error {
  const error = createCatalogued(sent.code) ?? new Error()
  return Object.assign(error, sent, cause && { cause: receiveError(cause) })
}
