import t from 'tap'
import { OutcomeUnknown } from '../../src/contract/errors.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import { createStore } from '../../src/rooms/store.js'
import { newBoard, newRoom, openRooms } from './fixture.js'
import { at, entry } from './store/contract/shared.js'
import { UNKNOWN } from './store/observed-store.js'

t.test('requests are recorded once if the connection is lost at the commit, or before it', async (t) => {
  for (const isCommitted of [true, false]) {
    let isLost = false
    const opened: { rooms: Rooms } = await openRooms(
      t,
      {
        wrap: (storage) => ({
          ...storage,
          async write(changes) {
            if (!isLost || isCommitted) await storage.write(changes)
            if (!isLost) return
            opened.rooms.forget()
            throw new OutcomeUnknown()
          },
        }),
      },
      `sqlite:${t.testdir()}/board.db`,
    )
    const { rooms, storage } = opened as Awaited<ReturnType<typeof openRooms>>
    await rooms.create([newRoom('a'), [newBoard('a')]])
    const store = createStore(rooms, storage)
    const requests = [entry(), entry({ method: 'POST' })]
    isLost = true
    await t.rejects(store.recordRequests('a', requests, at(0)), UNKNOWN)
    isLost = false
    await store.recordRequests('a', [...requests, entry({ method: 'PUT' })], at(1))
    const { requests: recorded } = await store.listRequests('a', { page: 0, size: 10 })
    t.strictSame(
      recorded.map(({ number, method }) => [number, method]),
      [
        [3, 'PUT'],
        [2, 'POST'],
        [1, 'GET'],
      ],
    )
    await rooms.close()
  }
})
