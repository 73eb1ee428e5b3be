import t from 'tap'
import { BoardNotFound, ClassNotFound, StoreUnavailable, TooBusy } from '../../src/contract/errors.js'
import { createMemory } from '../../src/rooms/memory.js'
import { openRooms as openAll } from '../../src/rooms/open-store.js'
import { createRooms } from '../../src/rooms/rooms.js'
import { BOARDS, type Key } from '../../src/rooms/storage/storage.js'
import type { Thing } from '../../src/rooms/versioned.js'
import { create, newBoard, newRoom, nextTurn, openRooms, titles } from './fixture.js'
import { execute, observe } from './storage/fixture.js'
import { openHeld, recorder, wrapping } from './wrap.js'

t.test('1,000 concurrent first uses of a board load it once', async (t) => {
  const { storage } = await openRooms(t)
  const before = createRooms(storage)
  await before.create([newRoom('a'), [newBoard('a', { fill: (fork) => create(fork, 'Stored') })]])
  let loads = 0
  const readItem = (key: Key) => {
    if (key.scope === BOARDS) loads++
    return storage.readItem(key)
  }
  const rooms = createRooms({ ...storage, readItem })
  const handles = await Promise.all(Array.from({ length: 1000 }, () => rooms.openBoard('a')))
  t.equal(loads, 1)
  t.equal(new Set(handles).size, 1)
  t.strictSame(handles[0]?.read(titles), ['Stored'])
  t.equal(await rooms.openBoard('a'), handles[0])
})

t.test('a load that fails rejects all who wait, and is forgotten', async (t) => {
  let isFailing = false
  const { rooms, storage } = await openRooms(t, {
    wrap: wrapping(({ readItems }) => ({
      readItems(scope) {
        if (isFailing && scope === 'a') throw new StoreUnavailable()
        return readItems(scope)
      },
    })),
  })
  await rooms.create([newRoom('a'), [newBoard('a')]])
  rooms.forget()
  isFailing = true
  const opened = [1, 2].map(() => rooms.openBoard('a') as Promise<unknown>)
  for (const each of opened) await t.rejects(each, StoreUnavailable)
  isFailing = false
  t.equal((await rooms.openBoard('a')).id, 'a')
  await t.rejects(async () => rooms.openBoard('unknown'), BoardNotFound)
  await t.rejects(async () => rooms.openRoom('unknown'), ClassNotFound)
  await storage.close()
})

t.test('what was loading when memory was dropped is refused', async (t) => {
  const { rooms } = await openRooms(t)
  await rooms.create([newRoom('a'), [newBoard('a')]])
  rooms.forget()
  const opened = rooms.openBoard('a')
  rooms.forget()
  await t.rejects(opened as Promise<unknown>, StoreUnavailable)
  t.equal(rooms.bytes(), 2048, 'the room alone was loaded')
})

t.test('only some calls can wait for things that are loading', async (t) => {
  const memory = createMemory(1000, 2)
  const fail = async () => Promise.reject(new RangeError())
  const waiting = [1, 2].map(() => memory.get('a', fail) as Promise<unknown>)
  t.throws(() => memory.get('b', fail), TooBusy)
  for (const each of waiting) await t.rejects(each, RangeError)
  await t.rejects(memory.get('b', fail) as Promise<unknown>, RangeError)
})

t.test('boards leave memory when it is full, the least recently used first, unless they are used', async (t) => {
  const { rooms } = await openRooms(t, { memoryBytes: 100_000 })
  const ids = Array.from({ length: 10 }, (_, index) => `board-${index}`)
  for (const id of ids) {
    await rooms.create([newRoom(id), [newBoard(id, { fill: (fork) => create(fork, 'x'.repeat(9000)) })]])
  }
  for (const id of ids) t.equal((await rooms.openBoard(id)).read(titles)[0]?.length, 9000)
  while (rooms.bytes() > 100_000) await nextTurn()
  t.ok(rooms.bytes() > 60_000)
  t.ok(rooms.openBoard('board-9') instanceof Promise === false, 'the last one is in memory')
  t.ok(rooms.openBoard('board-0') instanceof Promise, 'the first one is not')
})

t.test('thousands of boards leave memory at once for a large one', async (t) => {
  const memory = createMemory(20_000)
  const add = (scope: string, bytes: number, room?: Thing) =>
    memory.get(scope, async () => {
      if (room !== undefined) room.boards++
      return { scope, room, bytes, boards: 0 } as Thing
    })
  for (let index = 0; index < 10_000; index++) {
    const room = await add(`room ${index}`, 1)
    await add(`board ${index}`, 1, room)
  }
  t.equal(memory.bytes(), 20_000)
  await add('large', 20_000)
  await nextTurn()
  t.equal(memory.bytes(), 20_000)
})

t.test('a board with unwritten rows stays in memory', async (t) => {
  const { rooms, hold, letThrough, isHeld } = await openHeld(t, { memoryBytes: 1 })
  const handle = await rooms.openBoard('a')
  hold()
  const written = handle.write((board) => create(board))
  while (!isHeld()) await nextTurn()
  t.equal(rooms.openBoard('a'), handle)
  letThrough()
  await written
  await nextTurn()
  t.equal(rooms.bytes(), 0)
})

t.test('memory that is dropped refuses what was not sent, and is loaded again', async (t) => {
  const { rooms, hold, letThrough, isHeld } = await openHeld(t)
  const { seen, record } = recorder()
  const handle = await rooms.openBoard('a')
  hold()
  const sent = record(
    'sent',
    handle.write((board) => create(board, 'Sent')),
  )
  while (!isHeld()) await nextTurn()
  const open = handle.write((board) => create(board, 'Open'))
  rooms.forget()
  await t.rejects(open, StoreUnavailable)
  t.throws(() => handle.read(titles), StoreUnavailable)
  await t.rejects(handle.write(titles), StoreUnavailable)
  letThrough()
  await sent
  t.strictSame(seen, ['sent'])
  const again = await rooms.openBoard('a')
  t.not(again, handle)
  t.strictSame(again.read(titles), ['Sent'])
})

t.test('memory is dropped if another program has written, and when the file belongs to another process', async (t) => {
  const url = `sqlite:${t.testdir()}/board.db`
  const events = observe()
  const { rooms, storage } = await openAll(url, events)
  await rooms.create([newRoom('a'), [newBoard('a', { fill: (fork) => create(fork, 'Stored') })]])
  const write = async () => (await rooms.openBoard('a')).write((board) => create(board))
  await execute(url, `UPDATE item SET value = replace(value, 'Stored', 'Foreign')`)
  await t.rejects(write(), StoreUnavailable)
  t.strictSame((await rooms.openBoard('a')).read(titles), ['Foreign'])
  await write()
  await execute(url, `UPDATE owner SET token = 'other'`)
  await t.rejects(write(), StoreUnavailable)
  t.match(events.seen, [/^lost: /])
  await t.rejects(async () => rooms.openBoard('a'), StoreUnavailable)
  await storage.close()
})
