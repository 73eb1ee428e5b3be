import type { Test } from 'tap'
import { PRIORITIES, SORTS, STATUSES, type Status, type Task } from '../../src/schemas/task.js'
import {
  DEFAULT_BOARD,
  type File,
  type Store,
  type TaskQuery,
  type TaskValues,
} from '../../src/store/store.js'
import { toTimestamp } from '../../src/time.js'

const BOARD = DEFAULT_BOARD
const MEBIBYTE = 1_048_576
const UNKNOWN_IDS = [999, Number.MAX_SAFE_INTEGER]

/** Opens an empty store; the suite closes it. */
export type OpenStore = (t: Test) => Promise<Store>

/** States one rule and shows it on an empty store. */
type Rule = (name: string, show: (t: Test, store: Store) => Promise<void>) => void

/** What every implementation of the store must do. */
export function storeContract(t: Test, open: OpenStore): void {
  const rule: Rule = (name, show) => {
    t.test(name, async (t) => {
      const store = await open(t)
      t.teardown(() => store.close())
      await show(t, store)
    })
  }
  taskRules(rule)
  columnRules(rule)
  listRules(rule)
  searchRules(rule)
  commentRules(rule)
  attachmentRules(rule)
  atomicityRules(rule)
  sessionRules(rule)
  faultPlanRules(rule)
}

/** The moment so many seconds after the tests begin. */
export function at(seconds: number): string {
  return toTimestamp(Date.parse('2026-03-02T08:30:00Z') + seconds * 1000)
}

export function values(overrides: Partial<TaskValues> = {}): TaskValues {
  return {
    title: 'A task',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    labels: [],
    checklistItems: [],
    ...overrides,
  }
}

export function file(fileName: string, bytes: Uint8Array | string = fileName): File {
  return { fileName, contentType: 'text/plain', bytes: Buffer.from(bytes) }
}

/** Random integers below an end, the same for the same seed (mulberry32). */
export function createRandom(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}

/** Fails where two values differ as JSON; what prototypes the store's objects have is its own affair. */
function same(t: Test, found: unknown, expected: unknown, message = 'the same'): void {
  t.strictSame(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(expected)), message)
}

/** All tasks, by ascending id. */
export async function readAll(store: Store): Promise<Task[]> {
  const tasks: Task[] = []
  for (let page = 0; ; page++) {
    const found = await store.listTasks(BOARD, query({ page, size: 100 }))
    if (found.tasks.length === 0) return tasks
    tasks.push(...found.tasks)
  }
}

/** Fails where the values of `sortOrder` of a column are not exactly 0 … n−1 (decision 18). */
export function assertContiguous(t: Test, tasks: Pick<Task, 'status' | 'sortOrder'>[]): void {
  for (const status of STATUSES) {
    const places = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const expected = [...places.keys()]
    places.sort((a, b) => a - b)
    t.strictSame(places, expected, `the column ${status} holds exactly 0 … n−1`)
  }
}

type Columns = Record<Status, number[]>

/** The ids of every column, each at the index that its `sortOrder` names. */
async function readColumns(store: Store): Promise<Columns> {
  const columns: Columns = { TODO: [], IN_PROGRESS: [], DONE: [] }
  for (const { id, status, sortOrder } of await readAll(store)) columns[status][sortOrder] = id
  return columns
}

async function createTasks(store: Store, count: number, overrides: Partial<TaskValues> = {}) {
  const tasks: Task[] = []
  for (let index = 0; index < count; index++) {
    tasks.push(await store.createTask(BOARD, values(overrides), at(0)))
  }
  return tasks
}

async function createTaskId(store: Store, overrides: Partial<TaskValues> = {}): Promise<number> {
  return (await store.createTask(BOARD, values(overrides), at(0))).id
}

function query(overrides: Partial<TaskQuery> = {}): TaskQuery {
  return { page: 0, size: 20, sort: 'id', direction: 'asc', ...overrides }
}

async function findIds(store: Store, overrides: Partial<TaskQuery>): Promise<number[]> {
  return (await store.listTasks(BOARD, query(overrides))).tasks.map(({ id }) => id)
}

function idsOf(entries: { id: number }[]): number[] {
  return entries.map(({ id }) => id)
}

const taskNotFound = (id: number) => ({ statusCode: 404, message: `Task not found with id: ${id}` })
const commentNotFound = (id: number) => ({ statusCode: 404, message: `Comment not found with id: ${id}` })
const attachmentNotFound = (id: number) => ({
  statusCode: 404,
  message: `Attachment not found with id: ${id}`,
})
const tooManyFiles = (name: string) => ({
  statusCode: 400,
  message: `File '${name}' exceeds the limit of 3 attachments per task`,
})

function taskRules(rule: Rule): void {
  rule('decision 17: a new task carries every field, and reads the same afterwards', async (t, store) => {
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
    t.not(first, second, 'checklist items have ids of their own')
    same(t, await store.getTask(BOARD, created.id), created)
    same(t, await store.listTasks(BOARD, query()), { tasks: [created], total: 1 })
  })

  rule('decision 17: absent values are null and empty lists', async (t, store) => {
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

  rule('section 2: a task shows its comments and attachments by ascending id', async (t, store) => {
    const id = await createTaskId(store)
    const comments = []
    for (const text of ['"one"', 'two\n', '\u{1f600}']) {
      comments.push(await store.createComment(BOARD, id, text, at(1)))
    }
    const attachments = await store.addAttachments(BOARD, id, [file('b "x".txt'), file('a\\.txt')], at(2))
    const task = await store.getTask(BOARD, id)
    same(t, task.comments, comments)
    same(t, task.attachments, attachments)
    same(t, (await store.listTasks(BOARD, query())).tasks, [task])
    const moved = await store.moveTask(BOARD, id, 'DONE', 0, at(3))
    same(t, moved, { ...task, status: 'DONE', updatedAt: at(3) })
    same(t, await store.getTask(BOARD, id), moved)
  })

  rule('decision 21: ids never come back, also not after deleting all', async (t, store) => {
    const seen: Record<string, Set<number>> = {
      task: new Set(),
      item: new Set(),
      comment: new Set(),
      attachment: new Set(),
    }
    let given = 0
    async function addOne() {
      const checklistItems = [{ text: 'item', done: false }]
      const task = await store.createTask(BOARD, values({ checklistItems }), at(given))
      const comment = await store.createComment(BOARD, task.id, 'text', at(given))
      const attachments = await store.addAttachments(BOARD, task.id, [file('a.txt')], at(given))
      given++
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
      await store.replaceTask(BOARD, id, values(), at(given))
      await addOne()
      await store.deleteAllTasks(BOARD)
    }
    const sizes = Object.entries(seen).map(([kind, ids]) => [kind, ids.size])
    same(
      t,
      sizes,
      ['task', 'item', 'comment', 'attachment'].map((kind) => [kind, given]),
    )
  })

  rule('decision 21: tasks created at once have ids of their own', async (t, store) => {
    const titles = Array.from({ length: 50 }, (_, index) => `Task ${index}`)
    const tasks = await Promise.all(titles.map((title) => store.createTask(BOARD, values({ title }), at(0))))
    t.equal(new Set(idsOf(tasks)).size, 50)
    same(
      t,
      (await readAll(store)).map(({ id, title }) => [id, title]),
      tasks.map(({ id, title }) => [id, title]).sort(([a], [b]) => Number(a) - Number(b)),
    )
  })

  rule('decision 19: replacing takes every value and keeps what belongs to the server', async (t, store) => {
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
    same(t, await store.getTask(BOARD, created.id), replaced)
    const { bytes } = await store.getAttachment(BOARD, created.id, attachments[0]?.id ?? 0)
    t.equal(Buffer.from(bytes).toString(), 'stays.txt')
  })

  rule('decision 19: a checklist item with the text of an existing one keeps its id', async (t, store) => {
    const item = (text: string, done = false) => ({ text, done })
    const cases: [string, { text: string; done: boolean }[], (number | 'new')[]][] = [
      ['the same items', [item('a'), item('a'), item('b')], [0, 1, 2]],
      ['another order', [item('b'), item('a')], [2, 0]],
      ['`done` plays no part', [item('b', true)], [2]],
      ['every existing item matches once, in order', [item('a'), item('a'), item('a')], [0, 1, 'new']],
      ['case matters', [item('A'), item('b')], ['new', 2]],
      ['white space matters', [item('a '), item(' b')], ['new', 'new']],
      ['composed and decomposed letters differ', [item('\u00e9')], ['new']],
      ['new ones between kept ones', [item('x'), item('b'), item('y'), item('a')], ['new', 2, 'new', 0]],
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
      t.equal(new Set(idsOf(after)).size, after.length, `${name}: no id twice`)
    }
  })

  rule('decision 21: a checklist item that was dropped does not get its id back', async (t, store) => {
    const checklistItems = [{ text: 'a', done: false }]
    const { id, checklistItems: before } = await store.createTask(BOARD, values({ checklistItems }), at(0))
    await store.replaceTask(BOARD, id, values(), at(1))
    const { checklistItems: after } = await store.replaceTask(BOARD, id, values({ checklistItems }), at(2))
    t.not(after[0]?.id, before[0]?.id)
  })

  rule('decision 19: a replaced task keeps its place, or goes to the end elsewhere', async (t, store) => {
    const [a = 0, b = 0, c = 0] = idsOf(await createTasks(store, 3))
    const [d = 0] = idsOf(await createTasks(store, 1, { status: 'DONE' }))
    await store.replaceTask(BOARD, b, values({ title: 'Same column' }), at(1))
    same(t, await readColumns(store), { TODO: [a, b, c], IN_PROGRESS: [], DONE: [d] })
    const replaced = await store.replaceTask(BOARD, a, values({ status: 'DONE' }), at(1))
    t.equal(replaced.sortOrder, 1)
    same(t, await readColumns(store), { TODO: [b, c], IN_PROGRESS: [], DONE: [d, a] })
  })

  rule('decision 22: updatedAt never goes back, createdAt never changes', async (t, store) => {
    const id = await createTaskId(store)
    const write: Record<string, (now: string) => Promise<Task>> = {
      replace: (now) => store.replaceTask(BOARD, id, values(), now),
      move: (now) => store.moveTask(BOARD, id, 'DONE', 0, now),
    }
    for (const [name, change] of Object.entries(write)) {
      const { updatedAt: before } = await change(at(100))
      t.equal(before, at(100), `${name} refreshes`)
      t.equal((await change(at(-5))).updatedAt, at(100), `${name} with an earlier clock`)
      const { createdAt, updatedAt } = await store.getTask(BOARD, id)
      same(t, { createdAt, updatedAt }, { createdAt: at(0), updatedAt: at(100) }, name)
    }
    t.equal((await store.moveTask(BOARD, id, 'DONE', 0, at(101))).updatedAt, at(101))
  })

  rule('decision 22: comments and attachments leave updatedAt of the task alone', async (t, store) => {
    const id = await createTaskId(store)
    const comment = await store.createComment(BOARD, id, 'One', at(1))
    await store.updateComment(BOARD, id, comment.id, 'Two', at(2))
    await store.deleteComment(BOARD, id, comment.id)
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(3))
    await store.deleteAttachment(BOARD, id, attachment?.id ?? 0)
    t.equal((await store.getTask(BOARD, id)).updatedAt, at(0))
  })

  rule('section 4: a deleted task is gone with all that belonged to it', async (t, store) => {
    const [kept = 0, id = 0] = idsOf(await createTasks(store, 2))
    const comment = await store.createComment(BOARD, id, 'text', at(1))
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(1))
    await store.deleteTask(BOARD, id)
    await t.rejects(store.getTask(BOARD, id), taskNotFound(id))
    await t.rejects(store.getAttachment(BOARD, id, attachment?.id ?? 0), taskNotFound(id))
    await t.rejects(store.deleteComment(BOARD, id, comment.id), taskNotFound(id))
    same(t, idsOf(await readAll(store)), [kept])
  })

  rule('section 1: deleting all empties the board, and deleting nothing is fine', async (t, store) => {
    await createTasks(store, 2)
    const id = await createTaskId(store, { status: 'DONE' })
    const [attachment] = await store.addAttachments(BOARD, id, [file('a.txt')], at(1))
    for (let times = 0; times < 2; times++) {
      await store.deleteAllTasks(BOARD)
      same(t, await store.listTasks(BOARD, query()), { tasks: [], total: 0 })
      t.equal((await store.countTasks(BOARD)).totalTasks, 0)
    }
    await t.rejects(store.getAttachment(BOARD, id, attachment?.id ?? 0), taskNotFound(id))
    t.equal((await store.createTask(BOARD, values({ status: 'DONE' }), at(2))).sortOrder, 0)
  })

  rule('section 2, summary: counts the tasks in all and per column', async (t, store) => {
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

  rule('decision 28: every method that names an unknown task says so', async (t, store) => {
    await createTasks(store, 2)
    const calls: Record<string, (id: number) => Promise<unknown>> = {
      getTask: (id) => store.getTask(BOARD, id),
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
    same(t, await readAll(store), before, 'nothing has changed')
  })
}

function columnRules(rule: Rule): void {
  rule('decision 18: a new task goes to the end of its column', async (t, store) => {
    for (const expected of [0, 1, 2]) {
      for (const status of STATUSES) {
        t.equal((await store.createTask(BOARD, values({ status }), at(0))).sortOrder, expected)
      }
    }
  })

  rule('decision 18: deleting a task closes the gap', async (t, store) => {
    const [a = 0, b = 0, c = 0, d = 0] = idsOf(await createTasks(store, 4))
    await store.deleteTask(BOARD, b)
    same(t, (await readColumns(store)).TODO, [a, c, d])
    await store.deleteTask(BOARD, a)
    same(t, (await readColumns(store)).TODO, [c, d])
    await store.deleteTask(BOARD, d)
    same(t, (await readColumns(store)).TODO, [c])
    t.equal((await store.createTask(BOARD, values(), at(1))).sortOrder, 1)
  })

  rule('decision 20: a task moves to its final position within its column', async (t, store) => {
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

  rule('decision 20: a task moves to its final position in another column', async (t, store) => {
    for (const [index, place] of [
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
      same(t, [task.status, task.sortOrder], ['DONE', place])
      same(t, await readColumns(store), {
        TODO: [a, c],
        IN_PROGRESS: [],
        DONE: [d, e].toSpliced(place, 0, b),
      })
    }
  })

  rule('decision 20: a task moves into an empty column, whatever the index', async (t, store) => {
    const [a = 0] = idsOf(await createTasks(store, 1))
    t.equal((await store.moveTask(BOARD, a, 'IN_PROGRESS', 7, at(1))).sortOrder, 0)
    same(t, await readColumns(store), { TODO: [], IN_PROGRESS: [a], DONE: [] })
  })

  rule('decision 20: moving, replacing and deleting change updatedAt of no other task', async (t, store) => {
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

  for (const seed of [1, 2, 3]) {
    rule(`decision 18: columns stay in order after random writes (seed ${seed})`, async (t, store) => {
      const random = createRandom(seed)
      const model: Columns = { TODO: [], IN_PROGRESS: [], DONE: [] }
      const take = (id: number) => {
        for (const status of STATUSES) model[status] = model[status].filter((other) => other !== id)
      }
      for (let step = 0; step < 120; step++) {
        const ids = Object.values(model).flat()
        const id = ids[random(ids.length)]
        const status = STATUSES[random(3)] as Status
        const kind =
          id === undefined ? 'create' : ['create', 'create', 'replace', 'move', 'move', 'delete'][random(6)]
        if (id === undefined || kind === 'create') {
          model[status].push(await createTaskId(store, { status }))
        } else if (kind === 'replace') {
          await store.replaceTask(BOARD, id, values({ status }), at(step))
          if (!model[status].includes(id)) {
            take(id)
            model[status].push(id)
          }
        } else if (kind === 'move') {
          const index = random(ids.length + 2)
          await store.moveTask(BOARD, id, status, index, at(step))
          take(id)
          model[status].splice(index, 0, id)
        } else {
          await store.deleteTask(BOARD, id)
          take(id)
        }
        if (step % 10 === 9) same(t, await readColumns(store), model, `after ${step + 1} writes`)
      }
    })
  }

  for (const seed of [4, 5]) {
    rule(`decision 18: 200 writes at once leave no gap (seed ${seed})`, async (t, store) => {
      const random = createRandom(seed)
      const ids = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          createTaskId(store, { status: STATUSES[index % 3] as Status }),
        ),
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
        'what was acknowledged is there, and nothing else',
      )
      t.equal((await store.countTasks(BOARD)).totalTasks, tasks.length)
    })
  }

  rule('decision 18: columns stay contiguous when all tasks are deleted meanwhile', async (t, store) => {
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

/** Tasks whose values repeat and are absent here and there; every task was created in another second. */
async function fillForSorting(store: Store): Promise<Task[]> {
  const titles = [
    'b',
    'a',
    'B',
    '\u{1f600}',
    '\uff5e',
    'a',
    'aa',
    '\u00e9',
    'e\u0301',
    '\u{10000}',
    ' ',
    '\ue000',
    'b',
  ]
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

/** What decision 14 compares by; `null` comes last in both directions. */
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

function listRules(rule: Rule): void {
  rule('decision 14: every sort, absent values last, ties by ascending id', async (t, store) => {
    const tasks = await fillForSorting(store)
    for (const order of orders) {
      const found = await store.listTasks(BOARD, query({ ...order, size: 100 }))
      same(t, found, { tasks: sorted(tasks, order), total: tasks.length }, JSON.stringify(order))
    }
  })

  rule('decision 14: titles sort by code point, not by UTF-16 unit or locale', async (t, store) => {
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
      const { tasks } = await store.listTasks(BOARD, query({ sort: 'title', direction, size: 100 }))
      same(
        t,
        tasks.map(({ title }) => title),
        titles,
        direction,
      )
    }
  })

  rule('decision 14: pages never overlap and leave nothing out', async (t, store) => {
    const tasks = await fillForSorting(store)
    for (const order of orders) {
      for (const size of [1, 2, 5, 13, 14]) {
        const ids: number[] = []
        for (let page = 0; page <= Math.ceil(tasks.length / size); page++) {
          const found = await store.listTasks(BOARD, query({ ...order, page, size }))
          t.equal(found.total, tasks.length)
          ids.push(...idsOf(found.tasks))
        }
        same(t, ids, idsOf(sorted(tasks, order)), `${JSON.stringify(order)} by pages of ${size}`)
      }
    }
  })

  rule('decision 13: a page past the end is empty and still knows the total', async (t, store) => {
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
        const found = await store.listTasks(BOARD, query({ ...filter, page, size }))
        same(t, found, { tasks: [], total }, JSON.stringify({ ...filter, page, size }))
      }
    }
  })

  rule('decision 15: filters by status, priority and search hold together', async (t, store) => {
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
      const found = await store.listTasks(BOARD, query(filter))
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

/** A text that is stored, a text that is searched for, and whether it is found ignoring case (decision 16). */
const searchCases: [stored: string, search: string, found: boolean][] = [
  ['Write the report', 'write', true],
  ['Write the report', 'THE REP', true],
  ['Write the report', 'reports', false],
  ['Write the report', 'Write the report', true],
  ['\u00e9t\u00e9', '\u00c9T', true],
  ['\u00c9T\u00c9', '\u00e9t\u00e9', true],
  ['e\u0301', '\u00e9', false],
  ['\u00e9', 'e', false],
  ['e\u0301', 'E', true],
  ['\u03a3', '\u03c3', true],
  ['\u03a3', '\u03c2', true],
  ['\u03c3', '\u03c2', true],
  ['\u03c2', '\u03c3', true],
  ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2', true],
  ['\u039f\u0394\u039f\u03a3 \u03c0', '\u03bf\u03c3 ', true],
  ['\u03bf\u03b4\u03bf\u03c2', '\u039f\u03a3', true],
  ['stra\u00dfe', 'STRA\u1e9eE', true],
  ['stra\u00dfe', 'STRASSE', false],
  ['strasse', '\u00df', false],
  ['\u0130', '\u0130', true],
  ['\u0130', 'i', false],
  ['\u0130', 'I', false],
  ['\u0130', 'i\u0307', false],
  ['i', '\u0130', false],
  ['\u0131', 'I', false],
  ['I', '\u0131', false],
  ['\u212a', 'k', true],
  ['k', '\u212a', true],
  ['\u00e5', '\u212b', true],
  ['\u017f', 'S', true],
  ['\ufb01', 'fi', false],
  ['\ufb06', '\ufb05', true],
  ['\u0390', '\u1fd3', true],
  ['\u01c5', '\u01c4', true],
  ['\u13a0', '\uab70', true],
  ['\u{10400}', '\u{10428}', true],
  ['\u{1f600}', '\u{1f600}', true],
  ['\u{1f600}', '\u{1f601}', false],
  ['abc', '%', false],
  ['abc', 'a%c', false],
  ['100 %', '0 %', true],
  ['abc', '_', false],
  ['a_c', '_', true],
  ['abc', '*', false],
  ['abc', '?', false],
  ['abc', 'a.c', false],
  ['abc', '[a]', false],
  ['abc', '\\', false],
  ['a\\c', '\\C', true],
  ["it's", "'S", true],
  ['say "hi"', '"HI"', true],
  ['tab\there', 'B\tH', true],
  ['two\nlines', 'o\nL', true],
  ['ab', ' ab', false],
  ['ab', 'ab ', false],
  ['a  b', 'a b', false],
]

function searchRules(rule: Rule): void {
  const places: Record<string, (text: string) => Partial<TaskValues>> = {
    title: (text) => ({ title: text }),
    description: (text) => ({ title: '\u2026', description: text }),
    label: (text) => ({ title: '\u2026', labels: ['\u2014', text] }),
  }
  for (const [place, put] of Object.entries(places)) {
    rule(`decision 16: search in a ${place} ignores case and knows no wildcards`, async (t, store) => {
      const stored = new Map<string, number>()
      for (const [text] of searchCases) {
        if (!stored.has(text)) stored.set(text, await createTaskId(store, put(text)))
      }
      for (const [text, search, expected] of searchCases) {
        const ids = await findIds(store, { search, size: 100 })
        t.equal(
          ids.includes(stored.get(text) ?? 0),
          expected,
          `${JSON.stringify(search)} in ${JSON.stringify(text)}`,
        )
      }
    })

    rule(`decision 37: with matchCase, search compares case in a ${place} as written`, async (t, store) => {
      const [upper, lower] = [
        await createTaskId(store, put('Say "FOO"')),
        await createTaskId(store, put('say "foo"')),
      ]
      for (const [search, expected] of [
        ['FOO', [upper]],
        ['foo', [lower]],
        ['Foo', []],
        ['ay "', [upper, lower]],
        ['S', [upper]],
        ['%', []],
        ['_', []],
        ['', [upper, lower]],
      ] as const) {
        same(t, await findIds(store, { search, matchCase: true }), expected, search)
      }
      same(t, await findIds(store, { search: 'fOO', matchCase: false }), [upper, lower])
    })
  }

  for (const matchCase of [false, true]) {
    rule(`decision 16: nothing is found across fields (matchCase ${matchCase})`, async (t, store) => {
      const id = await createTaskId(store, { title: 'ob', description: 'cd', labels: ['ef', 'gh'] })
      const bare = await createTaskId(store, { title: 'ij' })
      const across = ['bc', 'bCd', 'bAc', 'bac', 'de', 'dAe', 'fg', 'fAg', 'A', 'b cd', 'b\nc', 'b\u001fc']
      const encoded = ['["', '"]', '","', 'f,g', 'f", "g', '[]', 'null', 'undefined', ',', '"']
      for (const search of [...across, ...encoded]) {
        same(t, await findIds(store, { search, matchCase }), [], JSON.stringify(search))
      }
      for (const search of ['ob', 'cd', 'ef', 'gh', 'b', 'c', 'f', 'g']) {
        same(t, await findIds(store, { search, matchCase }), [id], search)
      }
      same(t, await findIds(store, { search: 'J', matchCase }), matchCase ? [] : [bare])
    })
  }

  rule('section 4: search looks into title, description and labels only', async (t, store) => {
    const id = await createTaskId(store, {
      title: '\u2026',
      dueDate: '2026-04-30',
      checklistItems: [{ text: 'needle', done: false }],
    })
    await store.createComment(BOARD, id, 'needle', at(1))
    await store.addAttachments(BOARD, id, [file('needle.txt')], at(1))
    for (const search of ['needle', 'todo', 'medium', '2026', String(id), 'text']) {
      same(t, await findIds(store, { search }), [], search)
    }
  })

  rule('decision 12: an empty search filters nothing', async (t, store) => {
    const ids = idsOf(await createTasks(store, 2))
    same(t, await findIds(store, { search: '' }), ids)
    same(t, await findIds(store, { search: undefined }), ids)
  })

  rule('decision 16: search finds what a task holds now, not what it held', async (t, store) => {
    const id = await createTaskId(store, { title: 'Old', description: 'Former', labels: ['past'] })
    await store.replaceTask(BOARD, id, values({ title: 'New', labels: ['present'] }), at(1))
    for (const search of ['old', 'former', 'past']) same(t, await findIds(store, { search }), [], search)
    for (const search of ['NEW', 'PRESENT']) same(t, await findIds(store, { search }), [id], search)
    await store.moveTask(BOARD, id, 'DONE', 0, at(2))
    same(t, await findIds(store, { search: 'new' }), [id])
  })
}

function commentRules(rule: Rule): void {
  rule('decision 23: a comment is created, changed and deleted', async (t, store) => {
    const taskId = await createTaskId(store)
    const created = await store.createComment(BOARD, taskId, ' \u{1f600} "one" ', at(1))
    same(t, created, { id: created.id, text: ' \u{1f600} "one" ', createdAt: at(1), updatedAt: at(1) })
    const updated = await store.updateComment(BOARD, taskId, created.id, 'two', at(2))
    same(t, updated, { id: created.id, text: 'two', createdAt: at(1), updatedAt: at(2) })
    same(t, (await store.getTask(BOARD, taskId)).comments, [updated])
    await store.deleteComment(BOARD, taskId, created.id)
    same(t, (await store.getTask(BOARD, taskId)).comments, [])
  })

  rule('decision 22: updatedAt of a comment never goes back', async (t, store) => {
    const taskId = await createTaskId(store)
    const { id } = await store.createComment(BOARD, taskId, 'one', at(10))
    const updated = await store.updateComment(BOARD, taskId, id, 'two', at(5))
    same(t, updated, { id, text: 'two', createdAt: at(10), updatedAt: at(10) })
  })

  rule('decision 24: an unknown comment, or one of another task, is not found', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const comment = await store.createComment(BOARD, otherTaskId, 'stays', at(1))
    for (const id of [comment.id, ...UNKNOWN_IDS]) {
      await t.rejects(store.updateComment(BOARD, taskId, id, 'changed', at(2)), commentNotFound(id))
      await t.rejects(store.deleteComment(BOARD, taskId, id), commentNotFound(id))
    }
    same(t, (await store.getTask(BOARD, otherTaskId)).comments, [comment])
    await store.deleteComment(BOARD, otherTaskId, comment.id)
    await t.rejects(store.deleteComment(BOARD, otherTaskId, comment.id), commentNotFound(comment.id))
  })

  rule('decision 24: with an unknown task the task is what is not found', async (t, store) => {
    const taskId = await createTaskId(store)
    const { id } = await store.createComment(BOARD, taskId, 'text', at(1))
    await t.rejects(store.updateComment(BOARD, 999, id, 'text', at(2)), taskNotFound(999))
    await t.rejects(store.deleteComment(BOARD, 999, id), taskNotFound(999))
  })

  rule('decision 21: comments created at once are all kept, each with its own id', async (t, store) => {
    const taskId = await createTaskId(store)
    const comments = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.createComment(BOARD, taskId, `${index}`, at(1))),
    )
    t.equal(new Set(idsOf(comments)).size, 50)
    same(
      t,
      (await store.getTask(BOARD, taskId)).comments,
      comments.toSorted((a, b) => a.id - b.id),
    )
  })
}

function attachmentRules(rule: Rule): void {
  rule('section 2: attachments have name, type, size and moment, in their order', async (t, store) => {
    const taskId = await createTaskId(store)
    const files = [
      {
        fileName: 'z \u00e9 "\u{1f600}".txt',
        contentType: 'text/plain; charset=utf-8',
        bytes: Buffer.from('one'),
      },
      { fileName: 'a.bin', contentType: 'application/octet-stream', bytes: Buffer.alloc(0) },
      { fileName: 'z \u00e9 "\u{1f600}".txt', contentType: 'image/png', bytes: Buffer.from('\u00e9') },
    ]
    const attachments = await store.addAttachments(BOARD, taskId, files, at(1))
    same(
      t,
      attachments,
      files.map(({ fileName, contentType, bytes }, index) => ({
        id: attachments[index]?.id,
        fileName,
        contentType,
        fileSizeBytes: bytes.length,
        uploadedAt: at(1),
      })),
    )
    t.equal(new Set(idsOf(attachments)).size, 3)
    for (const [index, attachment] of attachments.entries()) {
      const found = await store.getAttachment(BOARD, taskId, attachment.id)
      same(t, found.attachment, attachment)
      same(t, Buffer.from(found.bytes), files[index]?.bytes)
    }
  })

  rule('decision 26: bytes come back exactly as they were given', async (t, store) => {
    const random = createRandom(6)
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const contents: Record<string, Uint8Array> = {
      'every byte': every,
      'no byte at all': new Uint8Array(0),
      'one zero': new Uint8Array(1),
      'bytes that are no UTF-8': Uint8Array.of(0xc3, 0x28, 0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80),
      'a part of a larger buffer': every.subarray(100, 103),
      'one mebibyte': Uint8Array.from({ length: MEBIBYTE }, () => random(256)),
    }
    for (const [name, bytes] of Object.entries(contents)) {
      const taskId = await createTaskId(store)
      const given = { fileName: 'a.bin', contentType: 'application/octet-stream', bytes }
      const [attachment] = await store.addAttachments(BOARD, taskId, [given], at(1))
      t.equal(attachment?.fileSizeBytes, bytes.length, name)
      const found = await store.getAttachment(BOARD, taskId, attachment?.id ?? 0)
      t.ok(Buffer.from(found.bytes).equals(bytes), name)
    }
  })

  rule('decision 25: one file too many, and none is stored', async (t, store) => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => file(name))
    const cases: [stored: number, added: number, surplus: string][] = [
      [0, 4, 'd'],
      [0, 5, 'd'],
      [1, 3, 'c'],
      [2, 2, 'b'],
      [2, 5, 'b'],
      [3, 1, 'a'],
      [3, 2, 'a'],
    ]
    for (const [stored, added, surplus] of cases) {
      const taskId = await createTaskId(store)
      if (stored > 0) await store.addAttachments(BOARD, taskId, files.slice(0, stored), at(1))
      const before = await store.getTask(BOARD, taskId)
      await t.rejects(
        store.addAttachments(BOARD, taskId, files.slice(0, added), at(2)),
        tooManyFiles(surplus),
        `${added} to ${stored}`,
      )
      same(t, await store.getTask(BOARD, taskId), before, `${added} to ${stored}`)
    }
  })

  rule('decision 25: a deleted attachment makes room, in its own task alone', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const [a, b, c] = await store.addAttachments(BOARD, taskId, [file('a'), file('b'), file('c')], at(1))
    await store.addAttachments(BOARD, otherTaskId, [file('x')], at(1))
    await store.deleteAttachment(BOARD, taskId, b?.id ?? 0)
    const [d] = await store.addAttachments(BOARD, taskId, [file('d')], at(2))
    same(t, (await store.getTask(BOARD, taskId)).attachments, [a, c, d])
    await t.rejects(store.addAttachments(BOARD, taskId, [file('e')], at(3)), tooManyFiles('e'))
  })

  rule('decision 25: uploads at once never leave more than 3', async (t, store) => {
    const taskId = await createTaskId(store)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        store.addAttachments(BOARD, taskId, [file(`${index}`)], at(1)),
      ),
    )
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') t.match(outcome.reason, tooManyFiles(`${index}`))
    }
    t.equal((await store.getTask(BOARD, taskId)).attachments.length, 3)
  })

  rule('decision 25: uploads of two files at once are stored whole or not at all', async (t, store) => {
    const taskId = await createTaskId(store)
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        store.addAttachments(BOARD, taskId, [file(name), file(`${name}2`)], at(1)),
      ),
    )
    const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    t.equal(stored.length, 1)
    same(t, (await store.getTask(BOARD, taskId)).attachments, stored[0])
  })

  rule('decision 17: too many files are invalid also for an unknown task', async (t, store) => {
    const files = ['a', 'b', 'c', 'd'].map((name) => file(name))
    await t.rejects(store.addAttachments(BOARD, 999, files, at(1)), tooManyFiles('d'))
    await t.rejects(store.addAttachments(BOARD, 999, files.slice(0, 3), at(1)), taskNotFound(999))
  })

  rule('decision 24: an unknown attachment, or one of another task, is not found', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const [attachment] = await store.addAttachments(BOARD, otherTaskId, [file('stays')], at(1))
    const stays = attachment?.id ?? 0
    for (const id of [stays, ...UNKNOWN_IDS]) {
      await t.rejects(store.getAttachment(BOARD, taskId, id), attachmentNotFound(id))
      await t.rejects(store.deleteAttachment(BOARD, taskId, id), attachmentNotFound(id))
    }
    await t.rejects(store.getAttachment(BOARD, 999, stays), taskNotFound(999))
    await t.rejects(store.deleteAttachment(BOARD, 999, stays), taskNotFound(999))
    same(t, (await store.getAttachment(BOARD, otherTaskId, stays)).attachment, attachment)
    await store.deleteAttachment(BOARD, otherTaskId, stays)
    await t.rejects(store.getAttachment(BOARD, otherTaskId, stays), attachmentNotFound(stays))
    await t.rejects(store.deleteAttachment(BOARD, otherTaskId, stays), attachmentNotFound(stays))
  })
}

/** A text that no store can keep. */
const NO_TEXT = null as unknown as string

function atomicityRules(rule: Rule): void {
  rule('atomic: a write that cannot be stored leaves nothing behind', async (t, store) => {
    const [a = 0, b = 0, c = 0] = idsOf(await createTasks(store, 3))
    await createTasks(store, 2, { status: 'DONE' })
    await store.addAttachments(BOARD, a, [file('a')], at(0))
    const before = await readAll(store)
    const broken = [{ text: 'item', done: false }]
    const writes: Record<string, () => Promise<unknown>> = {
      createTask: () => store.createTask(BOARD, values({ title: NO_TEXT, checklistItems: broken }), at(1)),
      'replaceTask into another column': () =>
        store.replaceTask(BOARD, b, values({ title: NO_TEXT, status: 'DONE' }), at(1)),
      'moveTask into another column': () => store.moveTask(BOARD, b, 'DONE', Number.NaN, at(1)),
      createComment: () => store.createComment(BOARD, c, NO_TEXT, at(1)),
      'addAttachments with a second file that cannot be stored': () =>
        store.addAttachments(BOARD, a, [file('fine'), { ...file('b'), contentType: NO_TEXT }], at(1)),
    }
    for (const [name, write] of Object.entries(writes)) {
      await t.rejects(write(), Error, name)
      same(t, await readAll(store), before, name)
    }
    t.equal((await store.createTask(BOARD, values(), at(2))).sortOrder, 3, 'the column has no gap')
  })

  rule('atomic: writes that reject do no harm to the others asked for at once', async (t, store) => {
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

  rule('atomic: reads among writes see whole writes only', async (t, store) => {
    const [taskId = 0, ...others] = idsOf(await createTasks(store, 6))
    const reads: Promise<{ tasks: Task[] }>[] = []
    const writes: Promise<unknown>[] = []
    for (let round = 0; round < 20; round++) {
      for (const [index, id] of others.entries()) {
        writes.push(store.moveTask(BOARD, id, STATUSES[(round + index) % 3] as Status, round % 4, at(round)))
        reads.push(store.listTasks(BOARD, query({ size: 100 })))
      }
      const whole = [file('a'), file('b'), file('c')]
      writes.push(
        store.addAttachments(BOARD, taskId, whole, at(round)).then(
          () => reads.push(store.listTasks(BOARD, query())),
          () => reads.push(store.listTasks(BOARD, query())),
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

  rule('atomic: what is acknowledged is there to be read at once', async (t, store) => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const title = `Task ${index}`
        const { id } = await store.createTask(BOARD, values({ title }), at(0))
        t.equal((await store.getTask(BOARD, id)).title, title)
        await store.replaceTask(BOARD, id, values({ title: `${title} again` }), at(1))
        t.equal((await store.getTask(BOARD, id)).title, `${title} again`)
        await store.deleteTask(BOARD, id)
        await t.rejects(store.getTask(BOARD, id), taskNotFound(id))
      }),
    )
  })

  rule('the store answers when it is asked whether it can', async (t, store) => {
    await t.resolves(store.ping())
  })
}

const WEEK = 7 * 24 * 3600

function sessionRules(rule: Rule): void {
  const ada = { id: 'session-1', username: 'ada' }
  const token = (hash: string, expires = WEEK) => ({ hash, expiresAt: at(expires) })

  rule('decision 33: a session is found until it ends, and the others go on', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.createSession(BOARD, { id: 'session-2', username: 'ada' }, token('b'), at(0))
    same(t, await store.findSession(BOARD, 'session-1'), { username: 'ada' })
    t.equal(await store.findSession(BOARD, 'session-3'), undefined)
    await store.endSession(BOARD, 'session-1')
    t.equal(await store.findSession(BOARD, 'session-1'), undefined)
    same(t, await store.findSession(BOARD, 'session-2'), { username: 'ada' })
    same(t, await store.rotateRefreshToken(BOARD, 'b', token('c'), at(1)), {
      id: 'session-2',
      username: 'ada',
    })
  })

  rule('decision 33: the refresh token of a session that has ended is refused', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.endSession(BOARD, ada.id)
    await t.resolves(store.endSession(BOARD, ada.id), 'ending it again changes nothing')
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
  })

  rule('decision 32: a refresh token is exchanged for the next, as often as wanted', async (t, store) => {
    await store.createSession(BOARD, ada, token('token-0'), at(0))
    for (let turn = 0; turn < 5; turn++) {
      const session = await store.rotateRefreshToken(
        BOARD,
        `token-${turn}`,
        token(`token-${turn + 1}`),
        at(turn),
      )
      same(t, session, ada)
    }
    same(t, await store.findSession(BOARD, ada.id), { username: 'ada' })
  })

  rule('decision 32: an unknown refresh token is refused and ends nothing', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    for (const unknown of ['b', 'A', '']) {
      t.equal(await store.rotateRefreshToken(BOARD, unknown, token('c'), at(1)), undefined)
    }
    t.equal(await store.rotateRefreshToken(BOARD, 'c', token('d'), at(1)), undefined, 'nothing came of it')
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('e'), at(1)), ada)
  })

  rule('decision 32: a refresh token is good until the moment of its expiry', async (t, store) => {
    await store.createSession(BOARD, ada, token('a', 100), at(0))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(100)), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(101)), undefined)
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('b', 200), at(99)), ada)
    same(t, await store.rotateRefreshToken(BOARD, 'b', token('c', 300), at(199)), ada)
  })

  rule('decision 32: presenting a used refresh token ends its session, and no other', async (t, store) => {
    const bob = { id: 'session-2', username: 'bob' }
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.createSession(BOARD, bob, token('x'), at(0))
    await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('c'), at(2)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'b', token('d'), at(3)), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'c', token('d'), at(3)), undefined)
    same(t, await store.rotateRefreshToken(BOARD, 'x', token('y'), at(3)), bob)
  })

  rule('decision 32: a used refresh token ends its session also after its expiry', async (t, store) => {
    await store.createSession(BOARD, ada, token('a', 100), at(0))
    await store.rotateRefreshToken(BOARD, 'a', token('b', 1000), at(50))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('c'), at(200)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'b', token('d'), at(201)), undefined)
  })

  rule('decision 32: of refreshes at once with one token exactly one succeeds', async (t, store) => {
    for (const count of [2, 10]) {
      const session = { id: `session-of-${count}`, username: 'ada' }
      await store.createSession(BOARD, session, token(`token-of-${count}`), at(0))
      const results = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          store.rotateRefreshToken(BOARD, `token-of-${count}`, token(`next-${count}-${index}`), at(1)),
        ),
      )
      same(
        t,
        results.filter((result) => result !== undefined),
        [session],
      )
    }
  })

  rule('a session is forgotten when its last refresh token has expired', async (t, store) => {
    const sessionOf = (id: string) => store.findSession(BOARD, id)
    await store.createSession(BOARD, { id: 'short', username: 'ada' }, token('a', 100), at(0))
    await store.createSession(BOARD, { id: 'refreshed', username: 'ada' }, token('b', 100), at(0))
    await store.rotateRefreshToken(BOARD, 'b', token('c', 200), at(50))
    await store.createSession(BOARD, { id: 'early', username: 'ada' }, token('d', 300), at(99))
    same(t, await sessionOf('short'), { username: 'ada' }, 'not before')
    await store.createSession(BOARD, { id: 'late', username: 'ada' }, token('e', 300), at(100))
    t.equal(await sessionOf('short'), undefined)
    for (const id of ['refreshed', 'early', 'late']) same(t, await sessionOf(id), { username: 'ada' }, id)
    await store.createSession(BOARD, { id: 'later', username: 'ada' }, token('f', 400), at(200))
    t.equal(await sessionOf('refreshed'), undefined)
  })

  rule('decision 1: deleting all tasks ends no session', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.deleteAllTasks(BOARD)
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1)), ada)
  })

  rule('decision 30: the first signing key stays', async (t, store) => {
    const first = await Promise.all(['one', 'two', 'three'].map((key) => store.signingKey(BOARD, key)))
    t.equal(new Set(first).size, 1, 'those who ask at once get the same key')
    t.match(first[0], /^(one|two|three)$/)
    await store.deleteAllTasks(BOARD)
    t.equal(await store.signingKey(BOARD, 'four'), first[0])
  })
}

function faultPlanRules(rule: Rule): void {
  rule('plan of faults: begins with the candidate and counts from 0', async (t, store) => {
    same(t, await store.startFaultPlan(BOARD, undefined, 7), { seed: 7, ordinal: 0 })
    for (const ordinal of [0, 1, 2]) same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal })
  })

  rule('plan of faults: goes on where it was without a seed, or with the same', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    same(t, await store.startFaultPlan(BOARD, undefined, 8), { seed: 7, ordinal: 1 })
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 1 })
    same(t, await store.startFaultPlan(BOARD, 7, 8), { seed: 7, ordinal: 2 })
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 2 })
  })

  rule('plan of faults: another seed begins at 0', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    for (const seed of [0, Number.MAX_SAFE_INTEGER]) {
      same(t, await store.startFaultPlan(BOARD, seed, 1), { seed, ordinal: 0 })
      same(t, await store.takeFaultOrdinal(BOARD), { seed, ordinal: 0 })
      same(t, await store.startFaultPlan(BOARD, undefined, 1), { seed, ordinal: 1 })
    }
  })

  rule('plan of faults: restarting begins at 0 with the same seed', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    for (let times = 0; times < 3; times++) await store.takeFaultOrdinal(BOARD)
    await store.restartFaultPlan(BOARD)
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 0 })
  })

  rule('plan of faults: no two callers get the same ordinal', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    const plans = await Promise.all(Array.from({ length: 100 }, () => store.takeFaultOrdinal(BOARD)))
    same(
      t,
      plans.toSorted((a, b) => a.ordinal - b.ordinal),
      Array.from({ length: 100 }, (_, ordinal) => ({ seed: 7, ordinal })),
    )
  })

  rule('plan of faults: deleting all tasks leaves it alone', async (t, store) => {
    await store.startFaultPlan(BOARD, 7, 1)
    await store.takeFaultOrdinal(BOARD)
    await store.deleteAllTasks(BOARD)
    same(t, await store.takeFaultOrdinal(BOARD), { seed: 7, ordinal: 1 })
  })
}
