import { ClassNotFound } from '../contract/errors.js'
import { type Board, type BoardOptions, createBoard } from './board/board.js'
import { createLoader, type Loader } from './board/load.js'
import { ROOM_KIND } from './board/rows.js'
import type { Scheduler } from './board/scheduler.js'
import type { Steps } from './board/steps.js'
import { toBoardProfile } from './board-rows.js'
import { createRoom, type Room, toRoomVersion } from './room.js'
import type { BoardRow, Item, Storage } from './storage/storage.js'

/** The number of rows that are parsed in one step. */
const ROWS_PER_STEP = 64

/** @throws ClassNotFound if there is no such room; StoreUnavailable */
export async function loadRoom(storage: Storage, id: string): Promise<Room> {
  const row = await storage.readRoom(id)
  if (row === undefined) throw new ClassNotFound()
  const items: Item[] = []
  for await (const slice of storage.readItems(id, { kind: ROOM_KIND })) items.push(...slice)
  return createRoom(id, toRoomVersion(row, items))
}

/**
 * Loads a board in slices, between which others work.
 *
 * @throws StoreUnavailable
 */
export async function loadBoard(
  storage: Storage,
  scheduler: Scheduler,
  row: BoardRow,
  options: BoardOptions,
): Promise<Board> {
  const loader = createLoader()
  for await (const slice of storage.readItems(row.id)) await scheduler.run(addAll(loader, slice))
  const version = await scheduler.run(loader.finish())
  return createBoard(row.id, { ...version, profile: toBoardProfile(row) }, options)
}

function* addAll(loader: Loader, items: readonly Item[]): Steps<void> {
  for (const [index, item] of items.entries()) {
    loader.add(item)
    if (index % ROWS_PER_STEP === 0) yield
  }
}
