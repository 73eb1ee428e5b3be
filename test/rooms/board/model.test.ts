import fc from 'fast-check'
import t from 'tap'
import { DIRECTIONS, PRIORITIES, SORTS, STATUSES } from '../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../src/contract/schemas/task.js'
import { listSteps } from '../../../src/rooms/board/list.js'
import { OPERATIONS } from '../../../src/rooms/board/operations.js'
import { finish } from '../../../src/rooms/board/steps.js'
import { repeat } from '../../kit/length.js'
import { addTask, emptyBoard, findCard, moveTask, removeTask, replaceTask } from '../../properties/model.js'
import { listOf } from '../../properties/model-of-lists.js'
import { textOf } from '../../properties/texts.js'
import { VIEWS } from '../../properties/views.js'
import { at } from '../store/contract/shared.js'
import { createStoredBoard, load } from './board-store.js'

/** The board has several chunks from the start, so that few changes reach all of its code. */
const TASKS = 1100
const TITLES = ['b', 'a', 'É', '\u{1f600}', '\uac00', '\ue000', '\uff5e', 'ſ', 'K', 'aa', 'ab']

const status = fc.constantFrom(...STATUSES)
const priority = fc.constantFrom(...PRIORITIES)
const input = fc.record({
  title: textOf({ minLength: 1, maxLength: 4 }),
  description: fc.option(textOf({ maxLength: 4 })),
  status,
  priority,
  dueDate: fc.option(fc.constantFrom('2026-01-31', '2028-02-29')),
  labels: fc.array(textOf({ minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  checklistItems: fc.array(fc.record({ text: fc.constantFrom('a', 'b'), done: fc.boolean() }), { maxLength: 3 }),
})
const step = fc.record({
  kind: fc.constantFrom('create', 'replace', 'move', 'move', 'delete'),
  task: fc.nat(TASKS),
  input,
  index: fc.oneof(fc.nat(3), fc.nat(TASKS)),
  clock: fc.integer({ min: -99, max: 99 }),
})
/** A page of a list with about so many tasks. */
const pageOf = (total: number) =>
  fc
    .constantFrom(1, 20, 100)
    .chain((size) => fc.record({ page: fc.nat(Math.ceil(total / size)), size: fc.constant(size) }))
const filters = { status, priority, search: fc.constantFrom(...TITLES, 's', 'k', 'é', '.', 'zz') }
const filtered = fc
  .tuple(pageOf(100), fc.record(filters, { requiredKeys: [] }))
  .map(([page, filters]) => ({ ...page, ...filters }))
const inColumn = fc.tuple(pageOf(TASKS / 3), status).map(([page, status]) => ({ ...page, status }))
const ORDERS = SORTS.flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction })))

t.test('a board is the same as a model of plain arrays after random changes, in every list', (t) => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 10, maxLength: 30 }),
      fc.tuple(pageOf(TASKS), inColumn, filtered),
      (steps, wanted) => {
        // It finds `ſ`, which has no simple case in ASCII, and tasks in the second chunk of a column.
        const queries = [...wanted, { page: 0, size: 20, search: 's' }].flatMap((query) =>
          ORDERS.map((order) => ({ ...query, ...order })),
        )
        const { rows, read, write } = createStoredBoard()
        const model = emptyBoard()
        const create = (values: Parameters<typeof OPERATIONS.createTask>[1], now: string) => {
          const { id, checklistItems } = write((fork) => OPERATIONS.createTask(fork, values, now))
          addTask(model, values, id, (index) => checklistItems[index]?.id ?? 0, now)
        }
        write((fork) => {
          for (let index = 0; index < TASKS; index++) {
            const values = {
              title: TITLES[index % TITLES.length] as string,
              description: null,
              status: STATUSES[index % 6 < 3 ? 0 : index % 3] as Task['status'],
              priority: PRIORITIES[index % 4] as Task['priority'],
              dueDate: index % 5 === 0 ? null : `2026-03-0${index % 5}`,
              labels: [],
              checklistItems: [],
            }
            addTask(model, values, OPERATIONS.createTask(fork, values, at(index % 9)).id, () => 0, at(index % 9))
          }
        })
        for (const { kind, task, input, index, clock } of steps) {
          const card = findCard(model, task)
          const now = at(clock)
          if (kind === 'create') create(input, now)
          if (card === undefined) continue
          if (kind === 'replace') {
            const { checklistItems } = write((fork) => OPERATIONS.replaceTask(fork, task, input, now))
            replaceTask(model, card, input, (index) => checklistItems[index]?.id ?? 0, now)
          }
          if (kind === 'move') {
            write((fork) => OPERATIONS.moveTask(fork, task, input.status, index, now))
            moveTask(model, card, input.status, index, now)
          }
          if (kind === 'delete') {
            write((fork) => OPERATIONS.deleteTask(fork, task))
            removeTask(model, card)
          }
        }
        const all = { page: 0, size: 2 * TASKS, sort: 'id', direction: 'asc' } as const
        const versions = [read((view) => view.version), load(rows)]
        for (const query of [all, ...queries]) {
          const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
          const { content, totalElements: total } = listOf(model, texts, VIEWS.current as never)
          for (const version of versions) {
            const found = finish(listSteps(version, query))
            equal({ content: JSON.parse(found.tasks), total: found.total }, { content, total })
          }
        }
      },
    ),
    { numRuns: repeat(3, 60) },
  )
  t.end()
})

/** Compares values by their JSON with sorted names: the model has its fields in another order. */
function equal(found: unknown, expected: unknown): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value, sorted))
  if (a !== b) throw new Error(`found ${a?.slice(0, 2000)}, expected ${b?.slice(0, 2000)}`)
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
