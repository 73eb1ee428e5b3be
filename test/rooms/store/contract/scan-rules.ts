import { PRIORITIES, SORTS, STATUSES } from '../../../../src/contract/schemas/task.js'
import type { TaskQuery } from '../../../../src/rooms/board/values.js'
import type { Store } from '../../../../src/rooms/store.js'
import { at, idsOf, newBoard, query, type Rule, readPage, values } from './shared.js'

const TITLES = ['b', 'a', 'B', '\u{1f600}', '\uff5e', 'a', '\u00e9', '\u{10000}', ' ', '\ue000', 'b', 'A label']
const DUE_DATES = ['2026-05-01', null, '2025-12-31', null]

/** Creates a board with 24 tasks. One statement lists them only if the descriptions are short. */
async function fill(store: Store, board: string, description: string): Promise<void> {
  await store.createBoards([newBoard(board)], 9, at(0))
  for (let index = 0; index < 24; index++) {
    const task = values({
      title: TITLES[index % TITLES.length] as string,
      description,
      status: STATUSES[(index * 2) % 3] as TaskQuery['status'] & string,
      priority: PRIORITIES[(index * 3) % 4] as TaskQuery['priority'] & string,
      dueDate: DUE_DATES[index % DUE_DATES.length] ?? null,
      labels: index % 5 === 0 ? ['Label'] : [],
    })
    await store.createTask(board, task, at(index % 4))
  }
  for (const [id, seconds] of [
    [9, 50],
    [3, 40],
    [4, 45],
  ] as const) {
    await store.moveTask(board, id, 'DONE', 0, at(seconds))
  }
  await store.deleteTask(board, 7)
}

const FILTERS: Partial<TaskQuery>[] = [
  {},
  { status: 'TODO' },
  { priority: 'HIGH' },
  { search: 'A' },
  { search: 'A', matchCase: true },
  { search: 'label', status: 'DONE', priority: 'LOW' },
  { search: 'Label', matchCase: true },
  { search: 'nothing' },
]

const PAGES = [
  { page: 0, size: 100 },
  { page: 1, size: 5 },
  { page: 9, size: 10 },
  { page: Number.MAX_SAFE_INTEGER, size: 100 },
]

export function scanRules(rule: Rule): void {
  rule('a list that needs several statements is the same as one that needs one', async (t, store) => {
    await fill(store, 'short', 'x')
    await fill(store, 'long', 'x'.repeat(60_000))
    for (const filter of FILTERS) {
      for (const sort of SORTS) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const page of PAGES) {
            const list = query({ ...filter, ...page, sort, direction })
            const expected = await readPage(store, 'short', list)
            const found = await readPage(store, 'long', list)
            t.strictSame(
              [idsOf(found.tasks), found.total],
              [idsOf(expected.tasks), expected.total],
              JSON.stringify(list),
            )
          }
        }
      }
    }
  })
}
