import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from '../version.js'

/** An operation of a published document. */
export interface Operation {
  id: string
  /** In upper case. */
  method: string
  /** The path below the base path of the document, with names in braces. */
  path: string
  /** The name of the document. */
  document: string
}

/** The operations of all documents in the current edition, as the build has written them from the routes. */
export const OPERATIONS: readonly Operation[] = JSON.parse(
  readFileSync(new URL('openapi/service/operations.json', PACKAGE_ROOT), 'utf8'),
)

/** Returns the operations of a document. */
export function operationsIn(document: string): Operation[] {
  return OPERATIONS.filter((operation) => operation.document === document)
}
