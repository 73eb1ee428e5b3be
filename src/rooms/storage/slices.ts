import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import type { Step } from './database.js'
import { ITEM_OF_BLOB } from './sql.js'
import type { Changes, Cleared, Key, Rows } from './storage.js'

/** The parts of keys: printable ASCII characters, which all databases sort in the same order. */
const KEY_PART = /^[!-~]{1,200}$/

/** What a row takes beside its texts, in bytes. */
export const ROW_BYTES = 100

/**
 * The size from which a slice is full, in bytes; `toSlices` counts texts in UTF-16 units. Larger ones block the thread, or
 * the server, for too long.
 */
export const SLICE_BYTES = 2 ** 20

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

/** Divides changes into the steps of a transaction. A small one has one step, which takes one round trip. */
export function toSteps({ cleared = [], ...rows }: Changes): Step[] {
  return [...cleared.flatMap(replace), ...toSlices(rows)]
}

function replace({ scope, kinds, parts }: Cleared): Step[] {
  const isCleared = `scope = ? AND kind IN (${kinds.map(() => '?')})`
  const params = [scope, ...kinds]
  return [
    // Blobs that wait for their items stay.
    { sql: `DELETE FROM blob WHERE ${isCleared} AND EXISTS (${ITEM_OF_BLOB})`, params },
    { sql: `DELETE FROM item WHERE ${isCleared}`, params },
    ...parts.map((items) => ({ items, blobs: [] })),
  ]
}

/** Divides rows into slices. */
export function toSlices(rows: Partial<Rows>): Rows[] {
  const slices: Rows[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const name of ['items', 'blobs'] as const) {
    for (const row of rows[name] ?? []) {
      const size = ROW_BYTES + (('bytes' in row ? row.bytes : row.value)?.length ?? 0)
      if (bytes + size > SLICE_BYTES) {
        bytes = 0
        slices.push({ items: [], blobs: [] })
      }
      bytes += size
      const all = slices.at(-1)?.[name] as (typeof row)[]
      all.push(row)
    }
  }
  return slices
}
