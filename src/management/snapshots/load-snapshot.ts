import { ValidationFailed } from '../../contract/errors.js'
import { componentsOf } from '../../contract/schemas/components.js'
import { readJson } from '../../http/json-reader.js'
import { shapeOf } from '../../http/json-shape.js'
import { buildShortValidator } from '../../http/validation.js'
import type { BoardContent } from '../../store/store.js'
import * as faultSettings from '../faults/schemas.js'
import * as snapshot from './schemas.js'
import { fromSnapshot } from './snapshot.js'

/** The content of a snapshot, or its invalid fields. */
export type LoadedSnapshot =
  | { content: BoardContent; invalid?: undefined }
  | { content?: undefined; invalid: Record<string, string> }

const SCHEMAS = Object.fromEntries(componentsOf(faultSettings, snapshot).map((schema) => [schema.$id, schema]))
const SHAPE = shapeOf(snapshot.Snapshot, (id) => SCHEMAS[id])
/** A snapshot can have a huge number of invalid fields, so validation stops at the first. */
const validate = buildShortValidator(
  SCHEMAS,
  {},
)({ schema: { $ref: 'Snapshot#' } as object, httpPart: 'body', method: 'PUT', url: '' })

/**
 * Reads and validates a snapshot. It runs in a worker thread.
 *
 * @param bytes the snapshot as JSON. This function overwrites it.
 * @throws MalformedUtf8, MalformedJson, NestingTooDeep
 */
export function loadSnapshot(bytes: Buffer): LoadedSnapshot {
  const snapshot = readJson(bytes, SHAPE)
  try {
    const result = validate(snapshot) as true | { error: ValidationFailed }
    if (result !== true) throw result.error
    return { content: fromSnapshot(snapshot as snapshot.Snapshot) }
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    return { invalid: error.fields }
  }
}
