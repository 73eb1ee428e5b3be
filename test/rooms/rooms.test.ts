import t, { type Test } from 'tap'
import {
  BoardFull,
  BoardNotFound,
  ClassNotFound,
  StoreUnavailable,
  TaskNotFound,
  TooBusy,
} from '../../src/contract/errors.js'
import { getItem, listItems, putItem } from '../../src/rooms/board/items.js'
import { listSteps } from '../../src/rooms/board/list.js'
import { OPERATIONS } from '../../src/rooms/board/operations.js'
import { createCommits } from '../../src/rooms/commits.js'
import { createMemory } from '../../src/rooms/memory.js'
import { openRooms as openAll } from '../../src/rooms/open-store.js'
import { createRooms, type Rooms, type RoomsOptions } from '../../src/rooms/rooms.js'
import type { Storage } from '../../src/rooms/storage/storage.js'
import { type Thing, withFork } from '../../src/rooms/versioned.js'
import { COUNT, create, newBoard, newRoom, nextTurn, openRooms, PROFILE, titles } from './fixture.js'
import { all, execute, observe } from './storage/fixture.js'
import { at, query } from './store/contract/shared.js'

/** Changes methods of a storage. */
const wrapping = (methods: (storage: Storage) => Partial<Storage>) => (storage: Storage) => ({
  ...storage,
  ...methods(storage),
})

/** Opens rooms on a storage whose outcomes wait until they are let through. */
async function openHeld(t: Test, options: RoomsOptions = {}) {
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
function recorder() {
  const seen: string[] = []
  const record = (name: string, outcome: Promise<unknown>) =>
    outcome.then(
      () => seen.push(name),
      (error) => seen.push(`${name}: ${error.message}`),
    )
  return { seen, record }
}

t.test('1,000 concurrent first uses of a board load it once', async (t) => {
  const { storage } = await openRooms(t)
  const before = createRooms(storage)
  await before.create([newRoom('a'), [newBoard('a', { fill: (fork) => create(fork, 'Stored') })]])
  let loads = 0
  const readBoard = (id: string) => {
    loads++
    return storage.readBoard(id)
  }
  const rooms = createRooms({ ...storage, readBoard })
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
      readItems(scope, kind) {
        if (isFailing && kind === undefined) throw new StoreUnavailable()
        return readItems(scope, kind)
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
  const add = (key: string, bytes: number, room?: Thing) =>
    memory.get(key, async () => {
      if (room !== undefined) room.boards++
      return { key, room, bytes, boards: 0 } as Thing
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

t.test('a read never waits, and whatever was computed on a fork waits for its commit', async (t) => {
  const { rooms, hold, letThrough, isHeld } = await openHeld(t)
  const { seen, record } = recorder()
  const handle = await rooms.openBoard('a')
  await t.rejects(
    handle.write((board) => OPERATIONS.deleteTask(board, 9)),
    TaskNotFound,
    'an error that depends on nothing else leaves at once',
  )
  hold()
  const outcomes = [
    record(
      'create',
      handle.write((board) => create(board, 'First')),
    ),
    record(
      'not found',
      handle.write((board) => OPERATIONS.deleteTask(board, 9)),
    ),
    record('only reads', handle.write(titles)),
  ]
  while (!isHeld()) await nextTurn()
  outcomes.push(record('late read', handle.write(titles)))
  outcomes.push(
    record(
      'second',
      handle.write((board) => create(board, 'Second')),
    ),
  )
  await nextTurn()
  t.strictSame(seen, [])
  t.strictSame(handle.read(titles), [])
  letThrough()
  await Promise.all(outcomes)
  t.strictSame(seen, ['create', 'not found: Task not found with id: 9', 'only reads', 'late read', 'second'])
  t.strictSame(handle.read(titles), ['First', 'Second'])
})

t.test('changes are announced after the responses of their commit, and those of failed writes never are', async (t) => {
  const { seen, record } = recorder()
  const { rooms } = await openHeld(t, { onChange: (ids) => seen.push(`changed ${ids}`) })
  await nextTurn()
  seen.length = 0
  const handle = await rooms.openBoard('a')
  const outcomes = [1, 2].map((number) =>
    record(
      `response ${number}`,
      handle.write((board) => create(board)),
    ),
  )
  const refused = handle.write(() => {
    throw new RangeError()
  })
  await t.rejects(refused, RangeError)
  await Promise.all(outcomes)
  await nextTurn()
  t.strictSame(seen, ['response 1', 'response 2', 'changed a,a'])
})

t.test('a write that throws changes neither its board nor its room', async (t) => {
  const { rooms } = await openRooms(t, { limitsOf: () => ({ quota: { tasks: 1, comments: 9, attachmentBytes: 9 } }) })
  await rooms.create([newRoom('a'), [newBoard('a')]])
  const handle = await rooms.openBoard('a')
  const add = () =>
    handle.write((board) => {
      putItem(board.room, COUNT, 'a', (getItem(board.room, COUNT, 'a') ?? 0) + 1)
      create(board)
    })
  await add()
  t.throws(() => handle.dryRun((board) => create(board)), BoardFull)
  await t.rejects(add(), BoardFull)
  t.equal(
    handle.read((board) => OPERATIONS.countTasks(board).totalTasks + (getItem(board.room, COUNT, 'a') ?? 0)),
    2,
  )
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

t.test('too many writes cannot wait, for a room or in total', async (t) => {
  const { storage } = await openRooms(t)
  const rooms = createRooms(storage)
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await rooms.create([newRoom(id), []])
  const things = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => rooms.openRoom(id)))
  const commits = createCommits(storage, () => {}, 80_000)
  const outcomes = things.flatMap((room) =>
    [1, 2].map((count) =>
      commits.write([room], (written) => withFork(room, written, (fork) => putItem(fork, COUNT, 'x', count))),
    ),
  )
  const settled = await Promise.allSettled(outcomes)
  t.strictSame(
    settled.map(({ status }) => status === 'fulfilled'),
    [...[true, true], ...[true, true], ...[true, false], ...[false, false], ...[false, false], ...[false, false]],
  )
  t.match(settled.at(-1), { reason: new TooBusy() })
})

t.test('a failed commit fails what was written meanwhile, and nothing of both is seen', async (t) => {
  let isFailing = false
  const { rooms } = await openRooms(t, {
    wrap: wrapping(({ write }) => ({
      async write(changes) {
        if (!isFailing) return write(changes)
        await nextTurn()
        throw new StoreUnavailable()
      },
    })),
  })
  await rooms.create([newRoom('a'), [newBoard('a')]])
  const handle = await rooms.openBoard('a')
  isFailing = true
  const first = handle.write((board) => create(board, 'First'))
  await nextTurn()
  const second = handle.write((board) => create(board, 'Second'))
  await t.rejects(first, StoreUnavailable)
  await t.rejects(second, StoreUnavailable)
  isFailing = false
  const dry = handle.dryRun((board) => create(board, 'After'))
  t.strictSame(await handle.write((board) => create(board, 'After')), dry, 'no id was lost')
  t.strictSame(handle.read(titles), ['After'])
})

t.test('a class appears with all its boards at once, and its settings and items are stored', async (t) => {
  const { rooms, storage } = await openRooms(t)
  const room = newRoom('class', {
    profile: { ...PROFILE, isFrozen: true },
    fill: (fork) => putItem(fork, COUNT, 'x', 1),
  })
  await rooms.create([room, [newBoard('a'), newBoard('b')]])
  await rooms.createBoards('class', [newBoard('c')], () => {})
  for (const again of [rooms, createRooms(storage)]) {
    for (const id of ['a', 'b', 'c']) {
      const handle = await again.openBoard(id)
      t.ok(handle.read(({ room }) => room.version.profile?.isFrozen))
    }
    const handle = await again.openRoom('class')
    t.strictSame(
      handle.read((view) => listItems(view, COUNT)),
      [{ id: 'x', value: 1 }],
    )
  }
  const handle = await rooms.openRoom('class')
  await handle.write((fork) => {
    fork.version = { ...fork.version, profile: { ...PROFILE, deletedAt: at(1) } }
  })
  t.throws(() => handle.read(() => {}), ClassNotFound)
  await t.rejects(
    handle.write(() => {}),
    ClassNotFound,
  )
  const board = await rooms.openBoard('a')
  t.throws(() => board.read(titles), BoardNotFound)
})

t.test('boards that cannot be created do not exist', async (t) => {
  let isFailing = true
  const { rooms } = await openRooms(t, {
    wrap: wrapping(({ write }) => ({
      async write(changes) {
        if (isFailing) throw new StoreUnavailable()
        await write(changes)
      },
    })),
  })
  await t.rejects(rooms.create([newRoom('a'), [newBoard('a')]]), StoreUnavailable)
  await t.rejects(rooms.create([newRoom('class'), [newBoard('b'), newBoard('c')]]), StoreUnavailable)
  isFailing = false
  t.equal(rooms.bytes(), 0)
  await t.rejects(async () => rooms.openBoard('a'), BoardNotFound)
  await rooms.create([newRoom('a'), [newBoard('a')]])
  t.equal((await rooms.openBoard('a')).id, 'a')
})

t.test('a board whose room the sweep has deleted first does not exist', async (t) => {
  let isSwept = false
  const { rooms } = await openRooms(t, {
    wrap: wrapping(({ readRoom }) => ({ readRoom: async (id) => (isSwept ? undefined : readRoom(id)) })),
  })
  await rooms.create([newRoom('class'), [newBoard('a')]])
  isSwept = true
  await t.rejects(async () => rooms.openBoard('a'), BoardNotFound)
  await t.rejects(async () => rooms.openRoom('class'), ClassNotFound)
  isSwept = false
  t.equal((await rooms.openBoard('a')).id, 'a')
})

t.test('a large board is listed in steps', async (t) => {
  const { rooms } = await openRooms(t)
  const fill = (fork: Parameters<typeof create>[0]) => {
    for (let index = 0; index < 3000; index++) create(fork, String(index))
  }
  await rooms.create([newRoom('a'), [newBoard('a', { fill })]])
  const handle = await rooms.openBoard('a')
  const { total } = await rooms.run(
    handle.read(({ version }) => listSteps(version, query({ sort: 'title', search: '9' }))),
  )
  t.ok(total > 100)
})

t.test('bytes are stored with what refers to them, and deleted with it', async (t) => {
  const { rooms, storage } = await openRooms(t)
  await rooms.create([newRoom('a'), [newBoard('a', { fill: (fork) => create(fork) })]])
  const handle = await rooms.openBoard('a')
  const attach = (taskId: number, ...texts: string[]) =>
    handle.write((board) =>
      OPERATIONS.addAttachments(
        board,
        taskId,
        texts.map((text) => ({ fileName: 'a', contentType: 'text/plain', bytes: Buffer.from(text) })),
        at(0),
      ),
    )
  const count = async () => (await all(storage.listBlobs('a'))).length
  await attach(1, 'x', 'y')
  const { blob } = handle.read((board) => OPERATIONS.getAttachment(board, 1, 2))
  const read = () => storage.readBlob({ scope: 'a', kind: 'file', id: blob })
  t.equal(Buffer.from((await read()) ?? []).toString(), 'y')
  t.equal(await storage.sweep(true), 0)
  t.equal(await count(), 2, 'the sweep keeps what is used')
  await t.rejects(attach(9, 'x'), TaskNotFound)
  t.equal(await count(), 2)
  const attached = attach(1, 'z')
  await handle.write((board) => OPERATIONS.deleteTask(board, 1))
  await attached
  t.equal(await count(), 0, 'also those of the same commit')
  t.equal(await read(), undefined)
})

t.test('closing waits for what is written, and refuses the rest', async (t) => {
  const { rooms } = await openRooms(t)
  await rooms.create([newRoom('a'), [newBoard('a')]])
  const handle = await rooms.openBoard('a')
  const { seen, record } = recorder()
  record(
    'written',
    handle.write((board) => create(board)),
  )
  const closing = Promise.all([rooms.close(), rooms.close()])
  await t.rejects(
    handle.write((board) => create(board)),
    StoreUnavailable,
  )
  await closing
  t.strictSame(seen, ['written'])
  const idle: { rooms: Rooms } = await openRooms(t)
  await idle.rooms.close()
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
