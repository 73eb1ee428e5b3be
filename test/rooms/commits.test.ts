/** Random writes on boards of two rooms, on a real SQLite file that fails at every step of a commit. */
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../src/contract/errors.js'
import { OPERATIONS } from '../../src/rooms/board/operations.js'
import { createRooms, type Rooms } from '../../src/rooms/rooms.js'
import { repeat } from '../kit/length.js'
import { COUNT, create, newBoard, newRoom, nextTurn, titles } from './fixture.js'
import { type Failure, FULL, IOERR_FSYNC, IOERR_WRITE, openFailing } from './storage/failing.js'
import { at } from './store/contract/shared.js'

const BOARDS = ['a', 'b', 'c']

/** Every statement of a commit, with a result after which nothing is stored, or nobody knows. */
const FAILURES: (Failure | undefined)[] = [
  undefined,
  undefined,
  { statement: 'BEGIN', errcode: FULL },
  { statement: 'INSERT INTO item', errcode: IOERR_WRITE },
  { statement: 'DELETE FROM item', errcode: FULL },
  { statement: 'COMMIT', errcode: FULL },
  { statement: 'COMMIT', errcode: IOERR_WRITE },
  { statement: 'COMMIT', errcode: IOERR_FSYNC },
  { statement: 'COMMIT', errcode: IOERR_FSYNC, hasEffect: true },
]

const write = fc.record({
  board: fc.constantFrom(...BOARDS),
  kind: fc.constantFrom('create', 'create', 'create', 'delete', 'refused'),
  /** Whether others run before the next write. */
  isLast: fc.boolean(),
})
const round = fc.record({ failure: fc.constantFrom(...FAILURES), writes: fc.array(write, { maxLength: 12 }) })

/** What clients know about a task by its title. */
type Known = 'stored' | 'deleted' | 'not stored' | 'unknown' | 'waiting'

/** Returns the tasks of each board, and requires that its room counts them. */
async function readAll(t: Test, rooms: Rooms): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const id of BOARDS) {
    const handle = await rooms.openBoard(id)
    handle.read((board) => {
      found[id] = titles(board)
      t.equal(COUNT.get(board.room, id) ?? 0, found[id].length, 'a board and its room are stored together')
    })
  }
  return found
}

t.test('what is acknowledged survives all failures of a commit, and what is not is never shown', async (t) => {
  let last = 0
  const run = async (rounds: (typeof round extends fc.Arbitrary<infer Round> ? Round : never)[]) => {
    const file = `${t.testdir()}/board.db`
    const known = new Map<string, Known>()
    const start = async () => {
      let rooms: Rooms | undefined
      const events = {
        seen: [],
        onForget: () => rooms?.forget(),
        onLost: () => rooms?.forget(),
        onFailure: () => {},
        onMigrated: () => {},
      }
      const opened = await openFailing(t, file, events)
      // A small memory, so that boards leave it all the time.
      rooms = createRooms(opened.storage, { memoryBytes: 5000 })
      return { ...opened, rooms }
    }
    let service = await start()
    await service.rooms.create([newRoom('class'), [newBoard('a'), newBoard('b')]])
    await service.rooms.create([newRoom('c'), [newBoard('c')]])

    /** Does a write as a client does, and records what the client knows then. */
    async function send({ board: id, kind }: { board: string; kind: string }): Promise<void> {
      const title = `task ${++last}`
      const handle = await service.rooms.openBoard(id)
      let changed = title
      try {
        const outcome = handle.write((board) => {
          if (kind === 'refused') {
            create(board)
            throw new RangeError(title)
          }
          const [first] = titles(board)
          if (kind === 'delete' && first !== undefined) {
            changed = first
            OPERATIONS.deleteTask(board, Number(first.slice(first.indexOf('#') + 1)))
          } else {
            const { id: taskId } = create(board, title)
            OPERATIONS.replaceTask(board, taskId, { title: `${title} #${taskId}` }, at(0))
            changed = `${title} #${taskId}`
          }
          COUNT.put(board.room, id, titles(board).length)
          return 'done'
        })
        if (kind !== 'refused' && changed.startsWith(`${title} `)) known.set(changed, 'waiting')
        await outcome
        known.set(changed, known.get(changed) === 'waiting' ? 'stored' : 'deleted')
      } catch (error) {
        if (error instanceof OutcomeUnknown) known.set(changed, 'unknown')
        else if (error instanceof StoreUnavailable) {
          if (known.get(changed) === 'waiting') known.set(changed, 'not stored')
        } else t.equal((error as Error).message, title, 'the error of the function itself')
      }
    }

    for (const { failure, writes } of rounds) {
      service.fail(failure)
      const sent: Promise<void>[] = []
      let isLost = false
      for (const each of writes) {
        sent.push(
          send(each).catch((error) => {
            // The storage refuses everything after an unknown outcome.
            t.ok(error instanceof StoreUnavailable)
            isLost = true
          }),
        )
        if (each.isLast) await nextTurn()
      }
      await Promise.all(sent)
      service.fail(undefined)
      isLost ||= [...known.values()].includes('unknown')
      if (!isLost) {
        const before = await readAll(t, service.rooms)
        service.rooms.forget()
        t.strictSame(await readAll(t, service.rooms), before, 'memory has what is stored')
      } else {
        await service.rooms.close()
        service = await start()
      }
      const stored = new Set(Object.values(await readAll(t, service.rooms)).flat())
      for (const [title, state] of known) {
        if (state === 'unknown') known.set(title, stored.has(title) ? 'stored' : 'deleted')
        else t.equal(stored.has(title), state === 'stored', `${title} is ${state}`)
      }
    }
    await service.rooms.close()
  }
  await fc.assert(fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 8 }), run), { numRuns: repeat(6, 300) })
})
