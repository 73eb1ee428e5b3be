import type { Task } from '../../../../src/contract/schemas/task.js'
import {
  at,
  BOARD,
  createTaskId,
  createTasks,
  file,
  idsOf,
  query,
  type Rule,
  readAll,
  readColumns,
  readPage,
  readTask,
  same,
  taskNotFound,
  UNKNOWN_IDS,
  values,
} from './shared.js'

export function taskRules(rule: Rule): void {
  rule('returns a new task with every field, and reads the same task (decision 17)', async (t, store) => {
    const created = await store.createTask(
      BOARD,
      values({
        title: '  Tab\t"quotes" \\ \u2028 \u{1f600} e\u0301 <b> ',
        description: '',
        status: 'IN_PROGRESS',
        priority: 'URGENT',
        dueDate: '2026-04-30',
        labels: ['b', 'a', 'b', '"', '\\'],
        checklistItems: [
          { text: 'First "quoted"', done: true },
          { text: 'Second', done: false },
        ],
      }),
      at(0),
    )
    const [first, second] = idsOf(created.checklistItems)
    same(t, created, {
      id: created.id,
      title: '  Tab\t"quotes" \\ \u2028 \u{1f600} e\u0301 <b> ',
      description: '',
      status: 'IN_PROGRESS',
      priority: 'URGENT',
      dueDate: '2026-04-30',
      sortOrder: 0,
      labels: ['b', 'a', 'b', '"', '\\'],
      checklistItems: [
        { id: first, text: 'First "quoted"', done: true },
        { id: second, text: 'Second', done: false },
      ],
      comments: [],
      attachments: [],
      createdAt: at(0),
      updatedAt: at(0),
    })
    t.not(first, second, 'every checklist item has its own id')
    same(t, await readTask(store, BOARD, created.id), created)
    same(t, await readPage(store, BOARD, query()), { tasks: [created], total: 1 })
  })

  rule('returns null and empty lists for absent values (decision 17)', async (t, store) => {
    const { id, ...task } = await store.createTask(BOARD, values(), at(0))
    t.ok(Number.isSafeInteger(id) && id > 0)
    same(t, task, {
      ...values(),
      sortOrder: 0,
      comments: [],
      attachments: [],
      createdAt: at(0),
      updatedAt: at(0),
    })
  })

  rule('returns comments and attachments by ascending id (section 2)', async (t, store) => {
    const id = await createTaskId(store)
    const comments = []
    for (const text of ['"one"', 'two\n', '\u{1f600}']) {
      comments.push(await store.createComment(BOARD, id, text, at(1)))
    }
    const attachments = await store.addAttachments(BOARD, id, [file('b "x".txt'), file('a\\.txt')], at(2))
    const task = await readTask(store, BOARD, id)
    same(t, task.comments, comments)
    same(t, task.attachments, attachments)
    same(t, (await readPage(store, BOARD, query())).tasks, [task])
    const moved = await store.moveTask(BOARD, id, 'DONE', 0, at(3))
    same(t, moved, { ...task, status: 'DONE', updatedAt: at(3) })
    same(t, await readTask(store, BOARD, id), moved)
  })

  rule('never reuses an id, not even after all tasks are deleted (decision 21)', async (t, store) => {
    const seen: Record<string, Set<number>> = {
      task: new Set(),
      item: new Set(),
      comment: new Set(),
      attachment: new Set(),
    }
    let created = 0
    async function addOne() {
      const checklistItems = [{ text: 'item', done: false }]
      const task = await store.createTask(BOARD, values({ checklistItems }), at(created))
      const comment = await store.createComment(BOARD, task.id, 'text', at(created))
      const attachments = await store.addAttachments(BOARD, task.id, [file('a.txt')], at(created))
      created++
      seen.task?.add(task.id)
      seen.item?.add(task.checklistItems[0]?.id ?? 0)
      seen.comment?.add(comment.id)
      seen.attachment?.add(attachments[0]?.id ?? 0)
      return { taskId: task.id, commentId: comment.id, attachmentId: attachments[0]?.id ?? 0 }
    }
    for (let round = 0; round < 3; round++) {
      await addOne()
      const { taskId } = await addOne()
      await store.deleteTask(BOARD, taskId)
      const { taskId: id, commentId, attachmentId } = await addOne()
      await store.deleteComment(BOARD, id, commentId)
      await store.deleteAttachment(BOARD, id, attachmentId)
      await store.replaceTask(BOARD, id, values(), at(created))
      await addOne()
      await store.deleteAllTasks(BOARD)
    }
    const sizes = Object.entries(seen).map(([kind, ids]) => [kind, ids.size])
    same(
      t,
      sizes,
      ['task', 'item', 'comment', 'attachment'].map((kind) => [kind, created]),
    )
  })

  rule('gives concurrent tasks different ids (decision 21)', async (t, store) => {
    const titles = Array.from({ length: 50 }, (_, index) => `Task ${index}`)
    const tasks = await Promise.all(titles.map((title) => store.createTask(BOARD, values({ title }), at(0))))
    t.equal(new Set(idsOf(tasks)).size, 50)
    same(
      t,
      (await readAll(store)).map(({ id, title }) => [id, title]),
      tasks.map(({ id, title }) => [id, title]).sort(([a], [b]) => Number(a) - Number(b)),
    )
  })

  rule('replaces every value and keeps comments, attachments and createdAt (decision 19)', async (t, store) => {
    const created = await store.createTask(
      BOARD,
      values({ title: 'Old', description: 'Old', priority: 'LOW', dueDate: '2026-01-01', labels: ['old'] }),
      at(0),
    )
    const comment = await store.createComment(BOARD, created.id, 'Stays', at(1))
    const attachments = await store.addAttachments(BOARD, created.id, [file('stays.txt')], at(2))
    const replaced = await store.replaceTask(BOARD, created.id, values({ title: 'New' }), at(3))
    same(t, replaced, {
      ...values({ title: 'New' }),
      id: created.id,
      sortOrder: 0,
      comments: [comment],
      attachments,
      createdAt: at(0),
      updatedAt: at(3),
    })
    same(t, await readTask(store, BOARD, created.id), replaced)
    const { bytes } = await store.getAttachment(BOARD, created.id, attachments[0]?.id ?? 0)
    t.equal(Buffer.from(bytes).toString(), 'stays.txt')
  })

  rule('keeps the values that a replacement leaves out (decision 84)', async (t, store) => {
    const old = values({ dueDate: '2026-01-01', labels: ['old'], checklistItems: [{ text: 'a', done: true }] })
    const created = await store.createTask(BOARD, old, at(0))
    const { dueDate, checklistItems: _, ...others } = values({ title: 'New' })
    const replaced = await store.replaceTask(BOARD, created.id, others, at(1))
    same(t, replaced, { ...created, title: 'New', labels: [], updatedAt: at(1) })
    same(t, await readTask(store, BOARD, created.id), replaced)
    const next = await store.replaceTask(BOARD, created.id, { dueDate, status: 'DONE' }, at(2))
    same(t, next, { ...replaced, dueDate: null, status: 'DONE', updatedAt: at(2) })
    same(t, await readTask(store, BOARD, created.id), next)
    const [found] = (await readPage(store, BOARD, query({ search: 'new' }))).tasks
    same(t, found, next, 'a search finds the title')
  })

  rule('a checklist item with the text of an existing one keeps its id (decision 19)', async (t, store) => {
    const item = (text: string, done = false) => ({ text, done })
    const cases: [string, { text: string; done: boolean }[], (number | 'new')[]][] = [
      ['the same items', [item('a'), item('a'), item('b')], [0, 1, 2]],
      ['another order', [item('b'), item('a')], [2, 0]],
      ['`done` does not matter', [item('b', true)], [2]],
      ['each existing item matches once, in order', [item('a'), item('a'), item('a')], [0, 1, 'new']],
      ['case matters', [item('A'), item('b')], ['new', 2]],
      ['white space matters', [item('a '), item(' b')], ['new', 'new']],
      ['composed and decomposed letters differ', [item('\u00e9')], ['new']],
      ['new items between existing ones', [item('x'), item('b'), item('y'), item('a')], ['new', 2, 'new', 0]],
      ['none', [], []],
    ]
    for (const [name, items, expected] of cases) {
      const checklistItems = [item('a'), item('a', true), item('b')]
      const { id, checklistItems: before } = await store.createTask(BOARD, values({ checklistItems }), at(0))
      const replaced = await store.replaceTask(BOARD, id, values({ checklistItems: items }), at(1))
      const after = replaced.checklistItems
      const kept = after.map((entry) => {
        const index = before.findIndex((old) => old.id === entry.id)
        return index === -1 ? 'new' : index
      })
      same(t, kept, expected, name)
      same(
        t,
        after.map(({ text, done }) => ({ text, done })),
        items,
        name,
      )
      t.equal(new Set(idsOf(after)).size, after.length, `${name}: all ids differ`)
    }
  })

  rule('does not reuse the id of a removed checklist item (decision 21)', async (t, store) => {
    const checklistItems = [{ text: 'a', done: false }]
    const { id, checklistItems: before } = await store.createTask(BOARD, values({ checklistItems }), at(0))
    await store.replaceTask(BOARD, id, values(), at(1))
    const { checklistItems: after } = await store.replaceTask(BOARD, id, values({ checklistItems }), at(2))
    t.not(after[0]?.id, before[0]?.id)
  })

  rule('a replaced task keeps its position, or goes to the end of another column (decision 19)', async (t, store) => {
    const [a = 0, b = 0, c = 0] = idsOf(await createTasks(store, 3))
    const [d = 0] = idsOf(await createTasks(store, 1, { status: 'DONE' }))
    await store.replaceTask(BOARD, b, values({ title: 'Same column' }), at(1))
    same(t, await readColumns(store), { TODO: [a, b, c], IN_PROGRESS: [], DONE: [d] })
    const replaced = await store.replaceTask(BOARD, a, values({ status: 'DONE' }), at(1))
    t.equal(replaced.sortOrder, 1)
    same(t, await readColumns(store), { TODO: [b, c], IN_PROGRESS: [], DONE: [d, a] })
  })

  rule('updatedAt never goes back, and createdAt never changes (decision 22)', async (t, store) => {
    const id = await createTaskId(store)
    const write: Record<string, (now: string) => Promise<Task>> = {
      replace: (now) => store.replaceTask(BOARD, id, values(), now),
      move: (now) => store.moveTask(BOARD, id, 'DONE', 0, now),
    }
    for (const [name, change] of Object.entries(write)) {
      const { updatedAt: before } = await change(at(100))
      t.equal(before, at(100), `${name} refreshes updatedAt`)
      t.equal((await change(at(-5))).updatedAt, at(100), `${name} with an earlier clock`)
      const { createdAt, updatedAt } = await readTask(store, BOARD, id)
      same(t, { createdAt, updatedAt }, { createdAt: at(0), updatedAt: at(100) }, name)
    }
    t.equal((await store.moveTask(BOARD, id, 'DONE', 0, at(101))).updatedAt, at(101))
  })

  rule('comments and attachments do not change updatedAt of the task (decision 22)', async (t, store) => {
    const id = await createTaskId(store)
    const comment = await store.createComment(BOARD, id, 'One', at(1))
    await store.updateComment(BOARD, id, comment.id, 'Two', at(2))
    await store.deleteComment(BOARD, id, comment.id)
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(3))
    await store.deleteAttachment(BOARD, id, attachment?.id ?? 0)
    t.equal((await readTask(store, BOARD, id)).updatedAt, at(0))
  })

  rule('deletes a task with its comments and attachments (section 4)', async (t, store) => {
    const [kept = 0, id = 0] = idsOf(await createTasks(store, 2))
    const comment = await store.createComment(BOARD, id, 'text', at(1))
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(1))
    await store.deleteTask(BOARD, id)
    await t.rejects(readTask(store, BOARD, id), taskNotFound(id))
    await t.rejects(store.getAttachment(BOARD, id, attachment?.id ?? 0), taskNotFound(id))
    await t.rejects(store.deleteComment(BOARD, id, comment.id), taskNotFound(id))
    same(t, idsOf(await readAll(store)), [kept])
  })

  rule('deletes all tasks, also from an empty board (section 1)', async (t, store) => {
    await createTasks(store, 2)
    const id = await createTaskId(store, { status: 'DONE' })
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(1))
    for (let times = 0; times < 2; times++) {
      await store.deleteAllTasks(BOARD)
      same(t, await readPage(store, BOARD, query()), { tasks: [], total: 0 })
      t.equal((await store.countTasks(BOARD)).totalTasks, 0)
    }
    await t.rejects(store.getAttachment(BOARD, id, attachment?.id ?? 0), taskNotFound(id))
    t.equal((await store.createTask(BOARD, values({ status: 'DONE' }), at(2))).sortOrder, 0)
  })

  rule('counts the tasks in total and per column (section 2)', async (t, store) => {
    const none = { totalTasks: 0, todoTasks: 0, inProgressTasks: 0, doneTasks: 0 }
    same(t, await store.countTasks(BOARD), none)
    const [first = 0] = idsOf(await createTasks(store, 3))
    await createTasks(store, 2, { status: 'DONE' })
    same(t, await store.countTasks(BOARD), { ...none, totalTasks: 5, todoTasks: 3, doneTasks: 2 })
    await store.moveTask(BOARD, first, 'IN_PROGRESS', 0, at(1))
    const [last] = (await readAll(store)).slice(-1)
    await store.deleteTask(BOARD, last?.id ?? 0)
    same(t, await store.countTasks(BOARD), {
      totalTasks: 4,
      todoTasks: 2,
      inProgressTasks: 1,
      doneTasks: 1,
    })
  })

  rule('counts the tasks by status and by priority (decision 83)', async (t, store) => {
    const none = {
      byStatus: { TODO: 0, IN_PROGRESS: 0, DONE: 0 },
      byPriority: { LOW: 0, MEDIUM: 0, HIGH: 0, URGENT: 0 },
    }
    same(t, await store.countByPriority(BOARD), none)
    await createTasks(store, 3, { priority: 'URGENT' })
    await createTasks(store, 2, { status: 'DONE' })
    await createTasks(store, 1, { status: 'DONE', priority: 'LOW' })
    same(t, await store.countByPriority(BOARD), {
      byStatus: { ...none.byStatus, TODO: 3, DONE: 3 },
      byPriority: { ...none.byPriority, URGENT: 3, MEDIUM: 2, LOW: 1 },
    })
  })

  rule('every method reports an unknown task (decision 28)', async (t, store) => {
    await createTasks(store, 2)
    const calls: Record<string, (id: number) => Promise<unknown>> = {
      getTask: (id) => readTask(store, BOARD, id),
      replaceTask: (id) => store.replaceTask(BOARD, id, values({ status: 'DONE' }), at(1)),
      moveTask: (id) => store.moveTask(BOARD, id, 'DONE', 0, at(1)),
      deleteTask: (id) => store.deleteTask(BOARD, id),
      createComment: (id) => store.createComment(BOARD, id, 'text', at(1)),
      updateComment: (id) => store.updateComment(BOARD, id, 1, 'text', at(1)),
      deleteComment: (id) => store.deleteComment(BOARD, id, 1),
      addAttachments: (id) => store.addAttachments(BOARD, id, [file('a.txt')], at(1)),
      getAttachment: (id) => store.getAttachment(BOARD, id, 1),
      deleteAttachment: (id) => store.deleteAttachment(BOARD, id, 1),
    }
    const before = await readAll(store)
    for (const [name, call] of Object.entries(calls)) {
      for (const id of UNKNOWN_IDS) await t.rejects(call(id), taskNotFound(id), name)
    }
    same(t, await readAll(store), before, 'the board has not changed')
  })
}
