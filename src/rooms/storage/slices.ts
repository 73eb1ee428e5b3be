import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import type { Slice } from './database.js'
import type { Changes, Key } from './storage.js'

/** The parts of keys: printable ASCII characters, which all databases sort in the same order. */
const KEY_PART = /^[!-~]{1,200}$/

/** What a row takes beside its texts, in bytes. */
const ROW_BYTES = 100

/** The size from which a slice is full, in bytes. Larger ones block the thread, or the server, for too long. */
const SLICE_BYTES = 2 ** 20

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
    size += ROW_BYTES
  }
  for (const item of items) {
    checkKey(item)
    size += ROW_BYTES + (item.value === null ? 0 : checkText(item.value, `${item.kind} ${item.id}`))
  }
  return size
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

/** Merges changes to the last state of each key, and divides it into slices. */
export function toSlices(changes: readonly Changes[]): Slice[] {
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

  for (const row of lastOf(changes, 'rooms', ({ id }) => id)) add('room', row, row.settings)
  for (const row of lastOf(changes, 'boards', ({ id }) => id)) add('board', row, row.counts)
  for (const row of lastOf(changes, 'items', ({ scope, kind, id }) => `${scope} ${kind} ${id}`)) {
    add(row.value === null ? 'deleted' : 'item', row, row.value)
  }
  return slices
}

/** Returns the last row with each key. */
function lastOf<Name extends keyof Changes, Row extends NonNullable<Changes[Name]>[number]>(
  changes: readonly Changes[],
  name: Name,
  toKey: (row: Row) => string,
): Iterable<Row> {
  const last = new Map<string, Row>()
  for (const { [name]: rows = [] } of changes) for (const row of rows as readonly Row[]) last.set(toKey(row), row)
  return last.values()
}
