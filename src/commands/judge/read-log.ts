import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CommandFailed } from '../../contract/command-failed.js'
import { parse } from '../../contract/parse.js'
import { SavedClaim, type SavedLog, SavedLogHeader, SavedRequest } from '../../rules/saved-log.js'

/**
 * Reads a log that `GET /boards/{id}/requests?format=log` has exported. Several exports of one board can follow each
 * other: requests that are there more than once count once, and the last header and the last claims count.
 *
 * @param path the name of a file, or `-` for standard input
 * @throws CommandFailed if it cannot be read or is not valid, with the number of the line
 */
export async function readLog(path: string): Promise<SavedLog> {
  const name = path === '-' ? 'standard input' : path
  const fail = (problem: string) => new CommandFailed(`Cannot judge ${name}: ${problem}`)
  const requests = new Map<number | string, SavedRequest>()
  const claims = new Map<number, SavedClaim>()
  let header: SavedLogHeader | undefined
  let line = 0

  function read(text: string): void {
    const value = parse(text) as Record<string, unknown> | undefined
    if (value === undefined) throw fail(`line ${line} is not valid JSON`)
    if (value?.log !== undefined) {
      const next = checked(SavedLogHeader, value)
      if (header !== undefined && next.board !== header.board)
        throw fail(`line ${line} begins the log of another board`)
      header = next
      claims.clear()
    } else if (header === undefined) {
      throw fail(`line ${line} is not the header of a log`)
    } else if (value?.claim !== undefined) {
      const claim = checked(SavedClaim, value.claim)
      claims.set(claim.number, claim)
    } else {
      const request = checked(SavedRequest, value)
      requests.set(request.number ?? request.requestId, request)
    }
  }

  function checked<Schema extends TSchema>(schema: Schema, value: unknown) {
    if (Value.Check(schema, value)) return value
    const { path: at, message } = Value.Errors(schema, value).First() ?? {}
    throw fail(`line ${line}: ${at || 'the value'}: ${message}`)
  }

  try {
    const input = path === '-' ? process.stdin : createReadStream(path)
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line++
      if (text !== '') read(text)
    }
  } catch (error) {
    throw error instanceof CommandFailed ? error : fail((error as Error).message)
  }
  if (header === undefined) throw fail('it is empty')
  return { header, requests: [...requests.values()], claims: [...claims.values()] }
}
