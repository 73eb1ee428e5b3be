import { createReadStream } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CommandFailed } from '../../contract/command-failed.js'
import { counted } from '../../contract/numbers.js'
import { parse } from '../../contract/parse.js'
import { SAVED_LOG_VERSION, SavedClaim, type SavedLog, SavedLogHeader, SavedRequest } from '../../rules/saved-log.js'
import { linesOf } from './lines-of.js'

/**
 * Reads a log that `GET /boards/{id}/requests?format=log` has exported. Several exports of one board can follow each
 * other: requests that are there more than once count once, and the last header and the last claims count.
 *
 * @param path the name of a file, or `-` for standard input
 * @throws CommandFailed if it cannot be read, is not valid, or lacks lines, with the number of the line
 */
export async function readLog(path: string): Promise<SavedLog> {
  const name = path === '-' ? 'standard input' : path
  const fail = (problem: string) => new CommandFailed(`Cannot judge ${name}: ${problem}`)
  const requests = new Map<number | string, SavedRequest>()
  const claims = new Map<number, SavedClaim>()
  let header: SavedLogHeader | undefined
  let line = 0
  /** The number of the next request of the export, and how many requests without a number it had so far. */
  let next = 0
  let unlisted = 0

  function read(text: string): void {
    const value = parse(text) as Record<string, unknown> | undefined
    if (value === undefined) throw fail(`line ${line} is not valid JSON`)
    if (value?.log !== undefined) {
      readHeader(value)
    } else if (header === undefined) {
      throw fail(`line ${line} is not the header of a log`)
    } else if (value?.claim !== undefined) {
      const claim = checked(SavedClaim, value.claim)
      claims.set(claim.number, claim)
    } else {
      const request = checked(SavedRequest, value)
      const { number } = request
      if (number === undefined) unlisted++
      else if (next > header.lastRequest)
        throw fail(`line ${line} has a request after the last one, ${header.lastRequest}`)
      else if (number !== next) throw fail(`line ${line} has request ${number} instead of request ${next}`)
      else next++
      // Requests without a number can have the same id.
      requests.set(number ?? text, request)
    }
  }

  function readHeader(value: Record<string, unknown>): void {
    const { log } = value
    if (typeof log === 'number' && log > SAVED_LOG_VERSION) {
      const versions = `form ${log}, but this version reads form ${SAVED_LOG_VERSION}`
      throw fail(`line ${line} is from a newer version of the service: it has ${versions}`)
    }
    const found = checked(SavedLogHeader, value)
    requireWhole(`before line ${line}`)
    if (header !== undefined && found.board !== header.board) throw fail(`line ${line} begins the log of another board`)
    if (header !== undefined && (found.time < header.time || found.lastRequest < header.lastRequest))
      throw fail(`line ${line} begins an export that is older than the one before it`)
    header = found
    next = found.firstRequest
    unlisted = 0
    claims.clear()
  }

  /** Requires that the export that ends here has all its lines. */
  function requireWhole(place: string): void {
    if (header === undefined) return
    const { lastRequest } = header
    const missing = [
      unlisted < header.unlisted &&
        counted(header.unlisted - unlisted, 'request without a number', 'requests without a number'),
      next <= lastRequest && requestsBetween(next, lastRequest),
      claims.size < header.claims && counted(header.claims - claims.size, 'claim'),
    ].filter((part) => part !== false)
    if (missing.length > 0) throw fail(`lines are missing ${place}: ${missing.join(', ')}`)
  }

  function checked<Schema extends TSchema>(schema: Schema, value: unknown) {
    if (Value.Check(schema, value)) return value
    const { path: at, message } = Value.Errors(schema, value).First() ?? {}
    throw fail(`line ${line}: ${at || 'the value'}: ${message}`)
  }

  try {
    const input = path === '-' ? process.stdin : createReadStream(path)
    for await (const text of linesOf(input)) {
      line++
      if (text === undefined) throw fail(`line ${line} is too long`)
      if (text !== '') read(text)
    }
    requireWhole('at the end')
  } catch (error) {
    throw error instanceof CommandFailed ? error : fail((error as Error).message)
  }
  if (header === undefined) throw fail('it is empty')
  return { header, requests: [...requests.values()], claims: [...claims.values()] }
}

/** Names requests by their numbers. */
export function requestsBetween(first: number, last: number): string {
  return first === last ? `request ${first}` : `requests ${first} to ${last}`
}
