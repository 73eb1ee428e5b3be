import fc from 'fast-check'
import { DIRECTIONS, PRIORITIES, SORTS, STATUSES } from '../../src/contract/schemas/task.js'
import type { NewTask, Store, TaskValues } from '../../src/store/store.js'
import { at, BOARD } from '../store/contract/shared.js'

/** One call of the store. */
export interface Operation {
  name: string
  args: unknown[]
  run(store: Store): Promise<unknown>
}

/** Any code point that the service accepts: all of Unicode except U+0000 and surrogates (decision 39). */
const codePoint = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'aAbB eE%_\\\'"?$1{}[]') },
    { weight: 3, arbitrary: fc.constantFrom(...'äÄßẞİıſKkΣσςÅÅﬀѕЅაᲐ𐐀𐐨ꭰᏠ') },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    },
  )
  .filter((character) => !/[\0\p{Surrogate}]/u.test(character))

const text = fc.string({ unit: codePoint, minLength: 1, maxLength: 12 })
const short = fc.string({ unit: codePoint, minLength: 1, maxLength: 2 })
const id = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(10_000, Number.MAX_SAFE_INTEGER) },
)
const moment = fc.integer({ min: -3600, max: 3600 }).map(at)
const status = fc.constantFrom(...STATUSES)
const priority = fc.constantFrom(...PRIORITIES)

const valueArbitraries = {
  title: text,
  description: fc.option(text),
  status,
  priority,
  dueDate: fc.option(fc.constantFrom('2026-01-31', '2026-02-28', '2028-02-29')),
  labels: fc.array(text, { maxLength: 3 }),
  checklistItems: fc.array(fc.record({ text: short, done: fc.boolean() }), { maxLength: 4 }),
}
const values: fc.Arbitrary<TaskValues> = fc.record(valueArbitraries)
const someValues: fc.Arbitrary<Partial<TaskValues>> = fc.record(valueArbitraries, { requiredKeys: [] })

const query = fc.record(
  {
    page: fc.oneof(fc.nat(3), fc.constantFrom(100, Number.MAX_SAFE_INTEGER)),
    size: fc.constantFrom(1, 3, 20, 100),
    sort: fc.constantFrom(...SORTS),
    direction: fc.constantFrom(...DIRECTIONS),
    status,
    priority,
    search: fc.oneof(short, fc.constant('')),
    matchCase: fc.boolean(),
  },
  { requiredKeys: ['page', 'size', 'sort', 'direction'] },
)

const files = fc.array(
  fc.record({
    fileName: text,
    contentType: fc.constantFrom('text/plain', 'application/octet-stream'),
    bytes: fc.uint8Array({ maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const sessionId = fc.nat(5).map((n) => `session ${n}`)
const hash = fc.nat(20).map((n) => `hash ${n}`)
const session = fc.record({ id: sessionId, username: fc.constant('ada') })
const refreshToken = fc.record({ hash, expiresAt: moment })
const ordinals = fc.record({ restarts: fc.nat(8), ordinal: fc.nat(12) })
const defectName = fc.constantFrom('x', 'y')
const defectNames = fc.uniqueArray(defectName)
const seed = fc.constantFrom(undefined, 1, 2, Number.MAX_SAFE_INTEGER)

type Method = Exclude<keyof Store, 'changes'>
type ArgumentsOf<M extends Method> = Parameters<Store[M]> extends [string, ...infer Rest] ? Rest : never

type Arbitraries<Values extends unknown[]> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }

/** Creates an operation from a method of the store. */
function operation<M extends Method>(
  weight: number,
  name: M,
  ...args: Arbitraries<ArgumentsOf<M>>
): fc.WeightedArbitrary<Operation> {
  const all = fc.tuple(...(args as fc.Arbitrary<unknown>[]))
  return {
    weight,
    arbitrary: all.map((args) => ({
      name,
      args,
      // A store may keep the bytes of its arguments.
      run: (store) => (store[name] as (...args: unknown[]) => Promise<unknown>)(BOARD, ...structuredClone(args)),
    })),
  }
}

/** Tasks with comments and files. One with too many files makes the whole call fail. */
const newTasks: fc.Arbitrary<NewTask[]> = fc.array(
  fc.record({ values, comments: fc.array(text, { maxLength: 2 }), files }),
  { maxLength: 3 },
)

/** All calls of the store, with arguments of every kind. */
export const operations: fc.Arbitrary<Operation> = fc.oneof(
  operation(140, 'createTask', values, moment),
  operation(60, 'getTask', id),
  operation(250, 'listTasks', query),
  operation(100, 'replaceTask', id, fc.oneof(values, someValues), moment),
  operation(140, 'moveTask', id, status, fc.nat(12), moment),
  operation(60, 'deleteTask', id),
  operation(1, 'deleteAllTasks'),
  operation(30, 'countTasks'),
  operation(20, 'countByPriority'),
  operation(60, 'createComment', id, text, moment),
  operation(40, 'updateComment', id, id, text, moment),
  operation(30, 'deleteComment', id, id),
  operation(50, 'addAttachments', id, files, moment),
  operation(40, 'getAttachment', id, id),
  operation(30, 'deleteAttachment', id, id),
  operation(10, 'signingKey', text),
  operation(30, 'createSession', session, refreshToken, moment),
  operation(30, 'findSession', sessionId),
  operation(50, 'rotateRefreshToken', hash, refreshToken, moment),
  operation(20, 'renewSession', sessionId, moment),
  operation(10, 'endSession', sessionId),
  operation(5, 'startFaultPlan', seed, fc.nat()),
  operation(5, 'restartFaultPlan'),
  operation(30, 'reserveFaultOrdinals', fc.integer({ min: 1, max: 4 })),
  operation(30, 'returnFaultOrdinals', ordinals),
  operation(5, 'configureDefects', defectNames),
  operation(10, 'addDefectNotes', defectName, fc.array(text, { maxLength: 2 }), fc.constantFrom(1, 3)),
  operation(10, 'setCreatedAt', id, moment),
  operation(5, 'reuseTaskIds'),
  operation(1, 'resetBoard', newTasks, moment),
)
