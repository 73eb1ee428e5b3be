import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import type { Changes, ItemRow, Key } from './storage.js'

/** The parts of keys: printable ASCII characters, which all databases sort in the same order. */
const KEY_PART = /^[!-~]{1,200}$/

/** What a row takes beside its texts, in bytes. */
const ROW_OVERHEAD = 100

/**
 * Checks that every database can store rows, so that they cannot make the commits of others fail.
 *
 * @returns their size in bytes
 * @throws Error that names the row
 */
export function checkChanges({ rooms = [], boards = [], items = [] }: Changes): number {
  let size = 0
  for (const row of [...rooms, ...boards]) {
    for (const value of Object.values(row)) if (typeof value === 'string') size += checkText(value, row.id)
    size += ROW_OVERHEAD
  }
  for (const item of items) size += checkItem(item)
  return size
}

function checkItem(item: ItemRow): number {
  checkKey(item)
  return ROW_OVERHEAD + (item.value === null ? 0 : checkText(item.value, `${item.kind} ${item.id}`))
}

/** @throws Error if a key cannot be stored */
export function checkKey({ scope, kind, id }: Key): void {
  for (const part of [scope, kind, id]) {
    if (!KEY_PART.test(part)) throw new Error(`A key cannot have this part: ${JSON.stringify(part.slice(0, 200))}`)
  }
}

/** Returns the size of a text in bytes. PostgreSQL stores neither U+0000 nor lone surrogates; JSON escapes both. */
function checkText(text: string, row: string): number {
  if (!text.isWellFormed() || text.includes('\0')) throw new Error(`A text cannot be stored: ${row}`)
  const bytes = Buffer.byteLength(text)
  if (bytes > VALUE_BYTES_MAX) throw new Error(`A text exceeds ${VALUE_BYTES_MAX} bytes: ${row}`)
  return bytes
}
