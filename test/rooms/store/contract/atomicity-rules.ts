import { STATUSES, type Status } from '../../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../../src/contract/schemas/task.js'
import {
  assertContiguous,
  at,
  BOARD,
  createTasks,
  file,
  idsOf,
  query,
  type Rule,
  readAll,
  readPage,
  same,
  values,
} from './shared.js'

/** A value that no task can have. */
const NO_TEXT = null as unknown as string

export function atomicityRules(rule: Rule): void {
  rule('a write that fails leaves no trace', async (t, store) => {
    const [a = 0, b = 0] = idsOf(await createTasks(store, 3))
    await createTasks(store, 2, { status: 'DONE' })
    await store.addAttachments(BOARD, a, [file('a')], at(0))
    const before = await readAll(store)
    const broken = [{ text: 'item', done: false }]
    const writes: Record<string, () => Promise<unknown>> = {
      createTask: () => store.createTask(BOARD, values({ title: NO_TEXT, checklistItems: broken }), at(1)),
      'replaceTask into another column': () =>
        store.replaceTask(BOARD, b, values({ title: NO_TEXT, status: 'DONE' }), at(1)),
      'moveTask into another column': () => store.moveTask(BOARD, b, 'DONE', Number.NaN, at(1)),
    }
    for (const [name, write] of Object.entries(writes)) {
      await t.rejects(write(), { message: /./ }, name)
      same(t, await readAll(store), before, name)
    }
    t.equal(
      (await store.createTask(BOARD, values(), at(2))).sortOrder,
      3,
      'the failed writes left no gap in the column',
    )
  })

  rule('a write that fails does not affect concurrent writes', async (t, store) => {
    const [first = 0, second = 0] = idsOf(await createTasks(store, 2))
    const outcomes = await Promise.allSettled([
      store.createTask(BOARD, values({ title: 'One' }), at(1)),
      store.createTask(BOARD, values({ title: NO_TEXT }), at(1)),
      store.moveTask(BOARD, first, 'DONE', 0, at(1)),
      store.replaceTask(BOARD, second, values({ title: NO_TEXT, status: 'DONE' }), at(1)),
      store.deleteTask(BOARD, 999),
      store.addAttachments(BOARD, first, [file('a'), file('b'), file('c'), file('d')], at(1)),
      store.createComment(BOARD, first, 'Two', at(1)),
      store.createTask(BOARD, values({ title: 'Three' }), at(1)),
    ])
    same(
      t,
      outcomes.map(({ status }) => status === 'fulfilled'),
      [true, false, true, false, false, false, true, true],
    )
    const tasks = await readAll(store)
    same(
      t,
      tasks.map(({ title, status, sortOrder, comments, attachments }) => [
        title,
        status,
        sortOrder,
        comments.length,
        attachments.length,
      ]),
      [
        ['A task', 'DONE', 0, 1, 0],
        ['A task', 'TODO', 0, 0, 0],
        ['One', 'TODO', 1, 0, 0],
        ['Three', 'TODO', 2, 0, 0],
      ],
    )
  })

  rule('concurrent reads see either all of a write or nothing', async (t, store) => {
    const [taskId = 0, ...others] = idsOf(await createTasks(store, 6))
    const reads: Promise<{ tasks: Task[] }>[] = []
    const writes: Promise<unknown>[] = []
    for (let round = 0; round < 20; round++) {
      for (const [index, id] of others.entries()) {
        writes.push(store.moveTask(BOARD, id, STATUSES[(round + index) % 3] as Status, round % 4, at(round)))
        reads.push(readPage(store, BOARD, query({ size: 100 })))
      }
      const files = [file('a'), file('b'), file('c')]
      writes.push(
        store.addAttachments(BOARD, taskId, files, at(round)).then(
          () => reads.push(readPage(store, BOARD, query())),
          () => reads.push(readPage(store, BOARD, query())),
        ),
      )
      if (round % 5 === 0) await Promise.race(writes.slice(-3))
    }
    await Promise.all(writes)
    for (const { tasks } of await Promise.all(reads)) {
      t.equal(tasks.length, 6)
      assertContiguous(t, tasks)
      t.ok([0, 3].includes(tasks[0]?.attachments.length ?? -1), 'all files or none')
    }
  })

  rule('fills an empty board with tasks, comments and files', async (t, store) => {
    const task = { values: values({ title: 'Filled', status: 'DONE' }), comments: ['one', 'two'], files: [file('a')] }
    await store.fillEmptyBoard(BOARD, [{ values: values() }, task], at(0))
    const [, filled] = await readAll(store)
    t.match(filled, { id: 2, title: 'Filled', comments: [{ text: 'one' }, { text: 'two' }], attachments: [{ id: 1 }] })
    t.equal((await readAll(store)).length, 2)
  })

  rule('fills a board with all of the tasks or none', async (t, store) => {
    const invalid = { values: values({ title: NO_TEXT }) }
    await t.rejects(store.fillEmptyBoard(BOARD, [{ values: values() }, invalid], at(0)))
    same(t, await readAll(store), [])
    t.match(await store.createTask(BOARD, values(), at(0)), { id: 1, sortOrder: 0 })
  })

  rule('fills a board only once', async (t, store) => {
    const fill = () => store.fillEmptyBoard(BOARD, Array(3).fill({ values: values() }), at(0))
    await Promise.all([fill(), fill(), fill()])
    t.equal((await readAll(store)).length, 3)
  })
}
