import { StoreUnavailable } from '../../contract/errors.js'

/** The key of a row; without the scope if it is not known. */
interface RowKey {
  scope?: string
  kind: string
  id: string
}

/** Returns the error of a row that cannot be read, although the database has it. It names the row. */
export function damagedRow({ scope, kind, id }: RowKey, cause: unknown): Error {
  const name = [scope, kind, id].filter(Boolean).join(' ')
  return new StoreUnavailable({ cause: new Error(`the row ${name} is damaged`, { cause }) })
}

/**
 * Parses the JSON of a row.
 *
 * @throws StoreUnavailable if the row is damaged
 */
export function parseRow<Value>(key: RowKey, json: string): Value {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw damagedRow(key, error)
  }
}
