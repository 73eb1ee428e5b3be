import type { Test } from 'tap'
import { EDITIONS } from '../../src/api/editions/index.js'
import type { AppOptions } from '../../src/app/app.js'
import { DOCUMENTS } from '../../src/site/documents.js'
import { editionFolder, type Place, readDocument } from '../../src/site/read-document.js'
import type { Reply } from './helper.js'
import { createOracle, type Oracle } from './oracle.js'

/** A path on a private board. */
const ON_BOARD = /^\/b\/[^/]+/

const oraclesByContract = new Map<string, Oracle[]>()

/** The oracles of a service. Its contract depends only on the edition. */
export function oraclesOf({ edition = EDITIONS[0] }: Partial<AppOptions>): Oracle[] {
  return getOrCreate(oraclesByContract, edition.name, () => createOracles(edition.name))
}

export function getOrCreate<Key, Value>(values: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = values.get(key) ?? create()
  values.set(key, value)
  return value
}

/** Creates the oracles of all published documents. On private boards the documents have the responses of quotas too. */
export function createOracles(edition: string): Oracle[] {
  return DOCUMENTS.map((document) => {
    const file = `${editionFolder(document, edition)}${document.name}.json`
    const create = (place: Place) => createOracle(JSON.parse(readDocument(file, document, place)))
    const oracle = create('unlimited')
    let onBoard: Oracle | undefined
    return (method, path, response) => {
      if (!ON_BOARD.test(path)) return oracle(method, path, response)
      if (!document.isOnBoards) return []
      onBoard ??= create('board')
      return onBoard(method, path.replace(ON_BOARD, '') || '/', response)
    }
  })
}

/** Fails a test if a response breaks the contract. */
export function failOnBreaches(t: Test, request: string, breaches: string[]): void {
  if (breaches.length > 0) t.fail(`${request} breaks the contract`, { breaches })
}

/** Returns everything in a response that breaks the contract. */
export function findBreaches(
  oracles: Oracle[],
  method: string,
  url: string,
  { status, headers, bytes }: Pick<Reply, 'status' | 'headers' | 'bytes'>,
): string[] {
  const path = url.replace(/\?.*$/s, '')
  return oracles.flatMap((oracle) => oracle(method, path, { status, headers, body: bytes }))
}
