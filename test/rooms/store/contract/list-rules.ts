import { PRIORITIES, SORTS, STATUSES, type Status, type Task } from '../../../../src/contract/schemas/task.js'
import type { TaskQuery } from '../../../../src/rooms/board/values.js'
import type { Store } from '../../../../src/rooms/store.js'
import {
  at,
  BOARD,
  createTaskId,
  createTasks,
  idsOf,
  query,
  type Rule,
  readAll,
  readPage,
  same,
  values,
} from './shared.js'

/** Creates tasks with repeated and absent values, at different times. */
async function fillForSorting(store: Store): Promise<Task[]> {
  const titles = ['b', 'a', 'B', '\u{1f600}', '\uff5e', 'a', 'aa', '\u00e9', 'e\u0301', '\u{10000}', ' ', '\ue000', 'b']
  const dueDates = ['2026-05-01', null, '2025-12-31', '2026-05-01', null]
  const created: number[] = []
  for (const [index, title] of titles.entries()) {
    const task = await store.createTask(
      BOARD,
      values({
        title,
        status: STATUSES[(index * 2) % 3] as Status,
        priority: PRIORITIES[(index * 3) % 4] as Task['priority'],
        dueDate: dueDates[index % dueDates.length] ?? null,
      }),
      at(index % 4),
    )
    created.push(task.id)
  }
  for (const index of [9, 3, 4]) {
    await store.moveTask(BOARD, created[index] ?? 0, 'DONE', 0, at(50 - index))
  }
  return readAll(store)
}

/** The sort keys of decision 14; `null` comes last in both directions. */
const sortKeys: Record<TaskQuery['sort'], (task: Task) => number | number[] | string | null> = {
  id: ({ id }) => id,
  title: ({ title }) => Array.from(title, (character) => character.codePointAt(0) ?? 0),
  status: ({ status }) => ['TODO', 'IN_PROGRESS', 'DONE'].indexOf(status),
  priority: ({ priority }) => ['LOW', 'MEDIUM', 'HIGH', 'URGENT'].indexOf(priority),
  createdAt: ({ createdAt }) => Date.parse(createdAt),
  updatedAt: ({ updatedAt }) => Date.parse(updatedAt),
  dueDate: ({ dueDate }) => dueDate,
  sortOrder: ({ sortOrder }) => sortOrder,
}

function compareKeys(a: number | number[] | string, b: number | number[] | string): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0
  const index = a.findIndex((codePoint, position) => codePoint !== b[position])
  return index === -1 ? a.length - b.length : (a[index] ?? 0) - (b[index] ?? -1)
}

function sorted(tasks: Task[], { sort, direction }: Pick<TaskQuery, 'sort' | 'direction'>): Task[] {
  const sign = direction === 'asc' ? 1 : -1
  return tasks.toSorted((first, second) => {
    const [a, b] = [sortKeys[sort](first), sortKeys[sort](second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || first.id - second.id
    return sign * compareKeys(a, b) || first.id - second.id
  })
}

const orders = SORTS.flatMap((sort) => [
  { sort, direction: 'asc' as const },
  { sort, direction: 'desc' as const },
])

export function listRules(rule: Rule): void {
  rule('sorts by every field, with absent values last and ties by ascending id (decision 14)', async (t, store) => {
    const tasks = await fillForSorting(store)
    for (const order of orders) {
      const found = await readPage(store, BOARD, query({ ...order, size: 100 }))
      same(t, found, { tasks: sorted(tasks, order), total: tasks.length }, JSON.stringify(order))
    }
  })

  rule('sorts titles by code point, not by UTF-16 unit or locale (decision 14)', async (t, store) => {
    const expected = [
      '',
      ' ',
      'A',
      'B',
      'a',
      'aa',
      'ab',
      'e\u0301',
      'z',
      '\u00e9',
      '\ue000',
      '\uff5e',
      '\u{10000}',
      '\u{1f600}',
    ]
    for (const title of expected.toReversed()) await store.createTask(BOARD, values({ title }), at(0))
    for (const [direction, titles] of [
      ['asc', expected],
      ['desc', expected.toReversed()],
    ] as const) {
      const { tasks } = await readPage(store, BOARD, query({ sort: 'title', direction, size: 100 }))
      same(
        t,
        tasks.map(({ title }) => title),
        titles,
        direction,
      )
    }
  })

  rule('pages contain every task exactly once (decision 14)', async (t, store) => {
    const tasks = await fillForSorting(store)
    for (const order of orders) {
      for (const size of [1, 5, 13]) {
        const ids: number[] = []
        for (let page = 0; page <= Math.ceil(tasks.length / size); page++) {
          const found = await readPage(store, BOARD, query({ ...order, page, size }))
          t.equal(found.total, tasks.length)
          ids.push(...idsOf(found.tasks))
        }
        same(t, ids, idsOf(sorted(tasks, order)), `${JSON.stringify(order)} in pages of ${size}`)
      }
    }
  })

  rule('a page past the end is empty and has the total (decision 13)', async (t, store) => {
    await createTasks(store, 3)
    await createTasks(store, 2, { status: 'DONE', title: 'Done' })
    const expectations: [Partial<TaskQuery>, number][] = [
      [{}, 5],
      [{ status: 'DONE' }, 2],
      [{ search: 'DONE' }, 2],
      [{ status: 'IN_PROGRESS' }, 0],
    ]
    for (const [filter, total] of expectations) {
      for (const [page, size] of [
        [5, 1],
        [1, 100],
        [2 ** 31, 1],
        [2 ** 31, 100],
        [Number.MAX_SAFE_INTEGER, 1],
        [Number.MAX_SAFE_INTEGER, 100],
      ] as const) {
        const found = await readPage(store, BOARD, query({ ...filter, page, size }))
        same(t, found, { tasks: [], total }, JSON.stringify({ ...filter, page, size }))
      }
    }
  })

  rule('combines the filters by status, priority and search (decision 15)', async (t, store) => {
    const ids: Record<string, number> = {}
    for (const status of STATUSES) {
      for (const priority of PRIORITIES) {
        ids[`${status} ${priority}`] = await createTaskId(store, {
          status,
          priority,
          title: `Of ${priority}`,
        })
      }
    }
    const expectations: [Partial<TaskQuery>, (name: string) => boolean][] = [
      [{}, () => true],
      [{ status: 'IN_PROGRESS' }, (name) => name.startsWith('IN_PROGRESS ')],
      [{ priority: 'HIGH' }, (name) => name.endsWith(' HIGH')],
      [{ status: 'DONE', priority: 'LOW' }, (name) => name === 'DONE LOW'],
      [{ search: 'of ur' }, (name) => name.endsWith(' URGENT')],
      [{ search: 'of low', status: 'TODO', priority: 'LOW' }, (name) => name === 'TODO LOW'],
      [{ search: 'of low', priority: 'HIGH' }, () => false],
    ]
    for (const [filter, belongs] of expectations) {
      const expected = Object.keys(ids).filter(belongs)
      const found = await readPage(store, BOARD, query(filter))
      same(
        t,
        idsOf(found.tasks),
        expected.map((name) => ids[name]),
        JSON.stringify(filter),
      )
      t.equal(found.total, expected.length, JSON.stringify(filter))
    }
  })
}
