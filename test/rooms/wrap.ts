import type { Test } from 'tap'
import type { RoomsOptions } from '../../src/rooms/rooms.js'
import type { Storage } from '../../src/rooms/storage/storage.js'
import { newBoard, newRoom, openRooms } from './fixture.js'

/** Changes methods of a storage. */
export const wrapping = (methods: (storage: Storage) => Partial<Storage>) => (storage: Storage) => ({
  ...storage,
  ...methods(storage),
})

/** Opens rooms on a storage whose outcomes wait until they are let through. */
export async function openHeld(t: Test, options: RoomsOptions = {}) {
  let held: (() => void)[] | undefined
  const opened = await openRooms(t, {
    ...options,
    wrap: wrapping(({ write }) => ({
      async write(changes) {
        await write(changes)
        await new Promise<void>((resolve) => (held === undefined ? resolve() : held.push(resolve)))
      },
    })),
  })
  await opened.rooms.create([newRoom('a'), [newBoard('a')]])
  const hold = () => {
    held = []
  }
  const letThrough = () => {
    for (const done of held ?? []) done()
    held = undefined
  }
  return { ...opened, hold, letThrough, isHeld: () => (held?.length ?? 0) > 0 }
}

/** Records the order in which promises have outcomes. */
export function recorder() {
  const seen: string[] = []
  const record = (name: string, outcome: Promise<unknown>) =>
    outcome.then(
      () => seen.push(name),
      (error) => seen.push(`${name}: ${error.message}`),
    )
  return { seen, record }
}
