import t from 'tap'
import { BoardNotFound, ClassNotFound, StoreUnavailable, TaskNotFound } from '../../src/contract/errors.js'
import { listSteps } from '../../src/rooms/board/list.js'
import { OPERATIONS } from '../../src/rooms/board/operations.js'
import { deleteRoom } from '../../src/rooms/room.js'
import { createRooms } from '../../src/rooms/rooms.js'
import { ROOMS } from '../../src/rooms/storage/storage.js'
import { COUNT, create, newBoard, newRoom, openRooms, PROFILE, titles } from './fixture.js'
import { all, readTexts } from './storage/fixture.js'
import { at, query } from './store/contract/shared.js'
import { wrapping } from './wrap.js'

t.test('a class appears with all its boards at once, and its settings and items are stored', async (t) => {
  const { rooms, storage } = await openRooms(t)
  const room = newRoom('class', {
    profile: { ...PROFILE, frozen: true },
    fill: (fork) => COUNT.put(fork, 'x', 1),
  })
  await rooms.create([room, [newBoard('a'), newBoard('b')]])
  await rooms.createBoards('class', [newBoard('c')], () => {})
  for (const again of [rooms, createRooms(storage)]) {
    for (const id of ['a', 'b', 'c']) {
      const handle = await again.openBoard(id)
      t.ok(handle.read(({ room }) => room.version.profile?.frozen))
    }
    const handle = await again.openRoom('class')
    const counts = handle.read((view) => COUNT.list(view))
    t.strictSame(counts, [{ id: 'x', value: 1 }])
  }
  const handle = await rooms.openRoom('class')
  const board = await rooms.openBoard('a')
  await handle.write((fork) => deleteRoom(fork, ['a', 'b', 'c']))
  t.throws(() => handle.read(() => {}), ClassNotFound)
  await t.rejects(
    handle.write(() => {}),
    ClassNotFound,
  )
  t.throws(() => board.read(titles), BoardNotFound)
  await t.rejects(async () => rooms.openBoard('a'), BoardNotFound)
  await storage.sweep(false)
  t.strictSame(await readTexts(storage, 'room/class'), [])
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

t.test('a board whose room is deleted while it is loaded does not exist', async (t) => {
  let isDeleted = false
  const { rooms } = await openRooms(t, {
    wrap: wrapping(({ readItem }) => ({
      readItem: async (key) => (isDeleted && key.scope === ROOMS ? undefined : readItem(key)),
    })),
  })
  await rooms.create([newRoom('class'), [newBoard('a')]])
  isDeleted = true
  await t.rejects(async () => rooms.openBoard('a'), BoardNotFound)
  await t.rejects(async () => rooms.openRoom('class'), ClassNotFound)
  isDeleted = false
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
  await storage.sweep(true)
  t.equal(await count(), 2, 'the sweep keeps what is used')
  await t.rejects(attach(9, 'x'), TaskNotFound)
  t.equal(await count(), 2)
  const attached = attach(1, 'z')
  await handle.write((board) => OPERATIONS.deleteTask(board, 1))
  await attached
  t.equal(await count(), 0, 'also those of the same commit')
  t.equal(await read(), undefined)
})
