import type { ContentTask } from './board-values.js'

/** The approximate size of a piece in bytes. A single task can be larger. */
const PIECE_BYTES = 1_048_576

const encoder = new TextEncoder()

/** Joins the JSON texts of tasks to a piece of `BoardContent`. It has memory of its own, so it can be moved. */
export function joinTasks(texts: readonly string[]): Uint8Array {
  return encoder.encode(texts.join(','))
}

/** Divides tasks into the pieces of `BoardContent`. */
export function toPieces(tasks: Iterable<ContentTask>): Uint8Array[] {
  function* texts() {
    for (const task of tasks) yield JSON.stringify(task)
  }
  return Array.from(
    groupBySize(texts(), ({ length }) => length),
    joinTasks,
  )
}

/** Parses the tasks of a piece of `BoardContent`. */
export function parseTasks(piece: Uint8Array): ContentTask[] {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString()
  return JSON.parse(`[${text}]`)
}

/** Divides items into groups of consecutive items, each of about the size of a piece. */
export function* groupBySize<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Generator<Item[]> {
  let group: Item[] = []
  let size = 0
  for (const item of items) {
    group.push(item)
    size += sizeOf(item)
    if (size < PIECE_BYTES) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}
