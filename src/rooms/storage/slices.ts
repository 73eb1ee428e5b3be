import type { Slice } from './engine.js'
import type { Changes, ItemRow } from './storage.js'

/** The size from which a slice is full, in bytes. Larger ones block the thread, or the server, for too long. */
const SLICE_BYTES = 2 ** 20

/** What one row counts beside its value. */
const ROW_BYTES = 100

/** Merges changes to the last state of each key, and divides it into slices. */
export function toSlices(changes: readonly Changes[]): Slice[] {
  const slices: Slice[] = []
  let slice = emptySlice()
  let bytes = 0

  /** Returns the slice that receives a row. */
  function next(size: number): Slice {
    if (bytes > 0 && bytes + size > SLICE_BYTES) bytes = 0
    if (bytes === 0) {
      slice = emptySlice()
      slices.push(slice)
    }
    bytes += size
    return slice
  }

  for (const row of lastOf(changes, 'rooms')) next(ROW_BYTES + row.settings.length).rooms.push(row)
  for (const row of lastOf(changes, 'boards')) next(ROW_BYTES + row.counts.length).boards.push(row)
  for (const row of lastItems(changes)) {
    if (row.value === null) next(ROW_BYTES).deleted.push(row)
    else next(ROW_BYTES + row.value.length).items.push(row)
  }
  return slices
}

function emptySlice(): Slice {
  return { rooms: [], boards: [], items: [], deleted: [] }
}

/** Returns the last row with each id. */
function lastOf<Name extends 'rooms' | 'boards'>(changes: readonly Changes[], name: Name) {
  type Row = NonNullable<Changes[Name]>[number]
  const last = new Map<string, Row>()
  for (const { [name]: rows = [] } of changes) for (const row of rows) last.set(row.id, row)
  return last.values()
}

/** Yields the last item with each key. Maps of maps take a third of the time that maps of combined keys take. */
function* lastItems(changes: readonly Changes[]): Generator<ItemRow> {
  const kinds = new Map<string, Map<string, Map<string, ItemRow>>>()
  for (const { items = [] } of changes) {
    for (const row of items) {
      const scopes = getOrAdd(kinds, row.kind)
      getOrAdd(scopes, row.scope).set(row.id, row)
    }
  }
  for (const scopes of kinds.values()) for (const rows of scopes.values()) yield* rows.values()
}

function getOrAdd<Value extends Map<string, unknown>>(map: Map<string, Value>, key: string): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = new Map() as Value
    map.set(key, value)
  }
  return value
}
