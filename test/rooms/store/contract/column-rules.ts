import { STATUSES, type Status } from '../../../../src/contract/schemas/task.js'
import {
  assertContiguous,
  at,
  BOARD,
  createRandom,
  createTaskId,
  createTasks,
  idsOf,
  type Rule,
  readAll,
  readColumns,
  same,
  values,
} from './shared.js'

export function columnRules(rule: Rule): void {
  rule('adds a new task to the end of its column (decision 18)', async (t, store) => {
    for (const expected of [0, 1, 2]) {
      for (const status of STATUSES) {
        t.equal((await store.createTask(BOARD, values({ status }), at(0))).sortOrder, expected)
      }
    }
  })

  rule('closes the gap of a deleted task (decision 18)', async (t, store) => {
    const [a = 0, b = 0, c = 0, d = 0] = idsOf(await createTasks(store, 4))
    await store.deleteTask(BOARD, b)
    same(t, (await readColumns(store)).TODO, [a, c, d])
    await store.deleteTask(BOARD, a)
    same(t, (await readColumns(store)).TODO, [c, d])
    await store.deleteTask(BOARD, d)
    same(t, (await readColumns(store)).TODO, [c])
    t.equal((await store.createTask(BOARD, values(), at(1))).sortOrder, 1)
  })

  rule('moves a task to the target index within its column (decision 20)', async (t, store) => {
    const cases: [number, number, number[]][] = [
      [0, 0, [0, 1, 2, 3]],
      [0, 1, [1, 0, 2, 3]],
      [0, 2, [1, 2, 0, 3]],
      [0, 3, [1, 2, 3, 0]],
      [0, 4, [1, 2, 3, 0]],
      [0, Number.MAX_SAFE_INTEGER, [1, 2, 3, 0]],
      [1, 1, [0, 1, 2, 3]],
      [1, 2, [0, 2, 1, 3]],
      [2, 0, [2, 0, 1, 3]],
      [2, 1, [0, 2, 1, 3]],
      [3, 0, [3, 0, 1, 2]],
      [3, 3, [0, 1, 2, 3]],
      [3, 99, [0, 1, 2, 3]],
    ]
    for (const [moved, index, expected] of cases) {
      await store.deleteAllTasks(BOARD)
      const ids = idsOf(await createTasks(store, 4))
      const task = await store.moveTask(BOARD, ids[moved] ?? 0, 'TODO', index, at(1))
      const found = (await readColumns(store)).TODO
      same(
        t,
        found,
        expected.map((position) => ids[position]),
        `the task at ${moved} to ${index}`,
      )
      t.equal(task.sortOrder, expected.indexOf(moved), `the task at ${moved} to ${index}`)
    }
  })

  rule('moves a task to the target index in another column (decision 20)', async (t, store) => {
    for (const [index, position] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 2],
      [Number.MAX_SAFE_INTEGER, 2],
    ] as const) {
      await store.deleteAllTasks(BOARD)
      const [a = 0, b = 0, c = 0] = idsOf(await createTasks(store, 3))
      const [d = 0, e = 0] = idsOf(await createTasks(store, 2, { status: 'DONE' }))
      const task = await store.moveTask(BOARD, b, 'DONE', index, at(1))
      same(t, [task.status, task.sortOrder], ['DONE', position])
      same(t, await readColumns(store), {
        TODO: [a, c],
        IN_PROGRESS: [],
        DONE: [d, e].toSpliced(position, 0, b),
      })
    }
  })

  rule('moves a task into an empty column, whatever the index (decision 20)', async (t, store) => {
    const [a = 0] = idsOf(await createTasks(store, 1))
    t.equal((await store.moveTask(BOARD, a, 'IN_PROGRESS', 7, at(1))).sortOrder, 0)
    same(t, await readColumns(store), { TODO: [], IN_PROGRESS: [a], DONE: [] })
  })

  rule('moving, replacing and deleting a task change updatedAt of no other task (decision 20)', async (t, store) => {
    const [a = 0, b = 0, c = 0, d = 0] = idsOf(await createTasks(store, 4))
    await store.moveTask(BOARD, a, 'TODO', 2, at(1))
    await store.moveTask(BOARD, b, 'TODO', 0, at(2))
    await store.replaceTask(BOARD, b, values({ status: 'DONE' }), at(3))
    await store.deleteTask(BOARD, c)
    same(
      t,
      (await readAll(store)).map(({ id, updatedAt }) => [id, updatedAt]),
      [
        [a, at(1)],
        [b, at(3)],
        [d, at(0)],
      ],
    )
  })

  rule('200 concurrent writes leave no gap (decision 18)', async (t, store) => {
    const random = createRandom(4)
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) => createTaskId(store, { status: STATUSES[index % 3] as Status })),
    )
    const created: number[] = []
    const deleted: number[] = []
    const kinds: ((id: number, status: Status) => Promise<unknown>)[] = [
      async (_, status) => created.push(await createTaskId(store, { status })),
      (id, status) => store.replaceTask(BOARD, id, values({ status }), at(1)),
      (id, status) => store.moveTask(BOARD, id, status, random(30), at(1)),
      (id) => store.deleteTask(BOARD, id).then(() => deleted.push(id)),
      (id) => store.createComment(BOARD, id, 'text', at(1)),
    ]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => {
        const id = ids[random(ids.length)] as number
        return (kinds[index % kinds.length] as (typeof kinds)[number])(id, STATUSES[random(3)] as Status)
      }),
    )
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const reason of reasons) t.match(reason, { code: 'TASK_NOT_FOUND' })
    const tasks = await readAll(store)
    assertContiguous(t, tasks)
    same(
      t,
      idsOf(tasks),
      [...ids, ...created].filter((id) => !deleted.includes(id)).sort((a, b) => a - b),
      'the board has exactly the acknowledged tasks',
    )
    t.equal((await store.countTasks(BOARD)).totalTasks, tasks.length)
  })

  rule('columns stay contiguous if all tasks are deleted concurrently (decision 18)', async (t, store) => {
    const ids = idsOf(await createTasks(store, 10))
    await Promise.allSettled([
      ...ids.map((id) => store.moveTask(BOARD, id, 'DONE', 0, at(1))),
      store.deleteAllTasks(BOARD),
      ...Array.from({ length: 10 }, () => store.createTask(BOARD, values({ status: 'DONE' }), at(1))),
      ...ids.map((id) => store.moveTask(BOARD, id, 'TODO', 0, at(1))),
    ])
    const tasks = await readAll(store)
    assertContiguous(t, tasks)
    t.ok(tasks.length <= 20 && tasks.length >= 10)
  })
}
