import t from 'tap'
import { BoardFull, StoreUnavailable, TaskNotFound, TooBusy } from '../../src/contract/errors.js'
import { OPERATIONS } from '../../src/rooms/board/operations.js'
import { createCommits } from '../../src/rooms/commits.js'
import { createRooms, type Rooms } from '../../src/rooms/rooms.js'
import { withVersion } from '../../src/rooms/versioned.js'
import { COUNT, create, newBoard, newRoom, nextTurn, openRooms, titles } from './fixture.js'
import { openHeld, recorder, wrapping } from './wrap.js'

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
  const { rooms } = await openHeld(t)
  rooms.changes.on('change', (ids) => seen.push(`changed ${ids}`))
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
  t.strictSame(seen, ['response 1', 'response 2', 'changed a'], 'the board, but not its room')
})

t.test('a write that throws changes neither its board nor its room', async (t) => {
  const { rooms } = await openRooms(t, { limitsOf: () => ({ quota: { tasks: 1, comments: 9, attachmentBytes: 9 } }) })
  await rooms.create([newRoom('a'), [newBoard('a')]])
  const handle = await rooms.openBoard('a')
  const add = () =>
    handle.write((board) => {
      COUNT.put(board.room, 'a', (COUNT.get(board.room, 'a') ?? 0) + 1)
      create(board)
    })
  await add()
  t.throws(() => handle.dryRun((board) => create(board)), BoardFull)
  await t.rejects(add(), BoardFull)
  const sum = handle.read((board) => OPERATIONS.countTasks(board).totalTasks + (COUNT.get(board.room, 'a') ?? 0))
  t.equal(sum, 2)
})

t.test('too many writes cannot wait, for a room or in total', async (t) => {
  const { storage } = await openRooms(t)
  const rooms = createRooms(storage)
  for (const id of ['a', 'b', 'c', 'd']) await rooms.create([newRoom(id), []])
  const things = await Promise.all(['a', 'b', 'c', 'd'].map((id) => rooms.openRoom(id)))
  const commits = createCommits(storage, () => {}, 80_000)
  const outcomes = things.flatMap((room) =>
    [1, 2, 3].map((count) =>
      commits.write([room], (written) => withVersion(room, written, (fork) => COUNT.put(fork, 'x', count))),
    ),
  )
  const settled = await Promise.allSettled(outcomes)
  t.strictSame(
    settled.map(({ status }) => status === 'fulfilled'),
    [...[true, true, false], ...[true, true, false], ...[true, false, false], ...[false, false, false]],
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

t.test('a failed commit leaves the writes of rooms that were not in it', async (t) => {
  const { rooms } = await openRooms(t, {
    wrap: wrapping(({ write }) => ({
      async write(changes) {
        if (JSON.stringify(changes).includes('Failing')) {
          await nextTurn()
          throw new StoreUnavailable()
        }
        return write(changes)
      },
    })),
  })
  for (const id of ['a', 'b']) await rooms.create([newRoom(id), [newBoard(id)]])
  const [a, b] = [await rooms.openBoard('a'), await rooms.openBoard('b')]
  const failing = a.write((board) => create(board, 'Failing'))
  await nextTurn()
  const outcomes = Promise.allSettled([
    failing,
    ...[a, b].map((handle) => handle.write((board) => create(board, 'Meanwhile').id)),
    ...[a, b].map((handle) => handle.write(titles)),
  ])
  const [refused, stored] = [{ reason: new StoreUnavailable() }, { value: 1 }]
  t.match(await outcomes, [refused, refused, stored, refused, { value: ['Meanwhile'] }])
  t.strictSame(a.read(titles), [])
  t.strictSame(b.read(titles), ['Meanwhile'])
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

t.test('a damaged row makes its board unavailable, names itself, and leaves other boards alone', async (t) => {
  const rows = {
    task: { scope: 'a', kind: 'task', id: '1', value: '{' },
    'field of a task': { scope: 'a', kind: 'task', id: '1', value: '{}' },
    board: { scope: 'service/boards', kind: 'profile', id: 'a', value: '' },
    room: { scope: 'service/rooms', kind: 'profile', id: 'a', value: '{"' },
  }
  for (const [what, row] of Object.entries(rows)) {
    const { rooms, storage } = await openRooms(t, {}, 'sqlite::memory:')
    await rooms.create([newRoom('a'), [newBoard('a')]], [newRoom('b'), [newBoard('b')]])
    await storage.write({ items: [row] })
    rooms.forget()
    const message = `the row ${row.scope} ${row.kind} ${row.id} is damaged`
    await t.rejects(async () => rooms.openBoard('a'), { name: StoreUnavailable.name, cause: { message } }, what)
    t.strictSame((await rooms.openBoard('b')).read(titles), [])
  }
})
