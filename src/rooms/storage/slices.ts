import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import type { Slice, Step } from './database.js'
import { ITEM_OF_BLOB, parametersOf, putInto } from './sql.js'
import type { BlobRow, Changes, Key } from './storage.js'

/** The parts of keys: printable ASCII characters, which all databases sort in the same order. */
const KEY_PART = /^[!-~]{1,200}$/

/** What a row takes beside its texts, in bytes. */
export const ROW_BYTES = 100

/**
 * The size from which a slice is full, in bytes; `toSlices` counts texts in UTF-16 units. Larger ones block the thread, or
 * the server, for too long.
 */
export const SLICE_BYTES = 2 ** 20

/** The maximum number of blobs that one statement stores. */
const BLOBS = 64

/** @throws Error if no database can store a key */
export function checkKey({ scope, kind, id }: Key): void {
  for (const part of [scope, kind, id]) {
    if (!KEY_PART.test(part)) throw new Error(`A key cannot have this part: ${JSON.stringify(part.slice(0, 200))}`)
  }
}

/**
 * Returns the size of a text in bytes. PostgreSQL stores neither U+0000 nor lone surrogates; JSON escapes both.
 *
 * @throws Error that names the row if no database can store the text
 */
export function checkText(text: string, row: string): number {
  if (!text.isWellFormed() || text.includes('\0')) throw new Error(`A text cannot be stored: ${row}`)
  const bytes = Buffer.byteLength(text)
  if (bytes > VALUE_BYTES_MAX) throw new Error(`A text exceeds ${VALUE_BYTES_MAX} bytes: ${row}`)
  return bytes
}

/** Divides changes into the steps of a transaction. */
export function toSteps({ cleared = [], parts = [], blobs = [], ...rows }: Changes): Step[] {
  const deletions = cleared.flatMap(({ scope, kinds }) => {
    const isCleared = `scope = ? AND kind IN (${kinds.map(() => '?')})`
    const params = [scope, ...kinds]
    return [
      // Blobs that wait for their items stay.
      { sql: `DELETE FROM blob WHERE ${isCleared} AND EXISTS (${ITEM_OF_BLOB})`, params },
      { sql: `DELETE FROM item WHERE ${isCleared}`, params },
    ]
  })
  const slices = parts.map(({ items }): Slice => ({ room: [], board: [], item: items, deleted: [] }))
  return [...deletions, ...slices, ...toStatements(blobs), ...toSlices(rows)]
}

/** Returns the statements that put blobs, several at once. */
function toStatements(blobs: readonly BlobRow[]): Step[] {
  const parts: BlobRow[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const blob of blobs) {
    size += blob.bytes.length
    if (size > SLICE_BYTES || parts.at(-1)?.length === BLOBS) {
      parts.push([])
      size = blob.bytes.length
    }
    parts.at(-1)?.push(blob)
  }
  return parts.map((part) => ({
    sql: putInto('blob', `VALUES ${part.map(() => parametersOf('blob')).join(', ')}`),
    params: part.flatMap(({ scope, kind, id, bytes }) => [scope, kind, id, bytes]),
  }))
}

/** Divides rows into slices. */
export function toSlices({
  rooms = [],
  boards = [],
  items = [],
}: Pick<Changes, 'rooms' | 'boards' | 'items'>): Slice[] {
  const slices: Slice[] = []
  let bytes = Number.POSITIVE_INFINITY

  function add<Name extends keyof Slice>(name: Name, row: Slice[Name][number], text: string | null): void {
    const size = ROW_BYTES + (text?.length ?? 0)
    if (bytes + size > SLICE_BYTES) {
      bytes = 0
      slices.push({ room: [], board: [], item: [], deleted: [] })
    }
    bytes += size
    const rows = slices.at(-1)?.[name] as (typeof row)[]
    rows.push(row)
  }

  for (const row of rooms) add('room', row, row.settings)
  for (const row of boards) add('board', row, row.counts)
  for (const row of items) add(row.value === null ? 'deleted' : 'item', row, row.value)
  return slices
}
