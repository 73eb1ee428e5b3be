import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SETTINGS } from '../../../../src/api/buggy/settings.js'
import type { BoardContent } from '../../../../src/rooms/content-methods.js'
import type { Store } from '../../../../src/rooms/store.js'
import { at, BOARD, createTasks, file, newBoard, type Rule, readPage, same, values } from './shared.js'

/** Fills the board with data of every kind, and with gaps between the ids. */
async function fill(store: Store): Promise<void> {
  const checklistItems = [
    { text: 'one', done: true },
    { text: 'two', done: false },
  ]
  await createTasks(store, 3, {
    checklistItems,
    labels: ['é', 'b'],
    description: 'A text',
    dueDate: '2026-04-30',
  })
  await store.createTask(BOARD, values({ status: 'DONE', priority: 'URGENT' }), at(5))
  for (const text of ['first', 'second', 'third']) await store.createComment(BOARD, 3, text, at(6))
  await store.updateComment(BOARD, 3, 2, 'changed', at(7))
  await store.deleteComment(BOARD, 3, 1)
  await store.addAttachments(BOARD, 3, [file('a.bin', Buffer.from([0, 255, 1])), file('b')], at(8))
  await store.addAttachments(BOARD, 1, [file('empty', '')], at(8))
  await store.moveTask(BOARD, 1, 'DONE', 0, at(9))
  await store.createTask(BOARD, values(), at(9))
  await store.deleteTask(BOARD, 5)
  await store.configureFaults(BOARD, { ...DEFAULT_SETTINGS, profile: 'calm', script: [['date-mix'], []] }, 42)
  for (let count = 0; count < 3; count++) await store.reserveFaultOrdinals(BOARD, 1)
}

/** Returns a content in a form that can be compared. */
function readable({ tasks, ...rest }: BoardContent) {
  return { ...rest, tasks: tasks.map(({ task, files }) => ({ task, files: files.map((file) => Buffer.from(file)) })) }
}

export function contentRules(rule: Rule): void {
  rule('readContent() returns all data of a board', async (t, store) => {
    await fill(store)
    const content = await store.readContent(BOARD)
    same(t, content.lastIds, { task: 5, checklistItem: 6, comment: 3, attachment: 3 })
    t.match(content.faults, {
      seed: 42,
      ordinal: 3,
      settings: { profile: 'calm', script: [['date-mix'], []] },
    })
    const { tasks } = await readPage(store, BOARD, { page: 0, size: 9, sort: 'id', direction: 'asc' })
    const read = readable(content).tasks
    same(
      t,
      read.map(({ task }) => task),
      tasks,
    )
    same(
      t,
      read.map(({ files }) => files.map((file) => file.toString('hex'))),
      [[''], [], ['00ff01', '62'], []],
    )
    const { attachmentBytes, characters } = await store.measureContent(BOARD)
    t.equal(attachmentBytes, 4)
    t.ok(characters > 0)
    await createTasks(store, 9, {
      description: 'é'.repeat(400),
      labels: ['é'.repeat(30)],
      checklistItems: [{ text: 'é'.repeat(200), done: true }],
    })
    await store.createComment(BOARD, 6, 'é'.repeat(5000), at(10))
    const added = (await store.measureContent(BOARD)).characters - characters
    t.ok(added > 9 * 1260 + 10_000 && added < 9 * 1800 + 10_500, `all long texts count: ${added}`)
  })

  rule('replaceContent() replaces all data of a board, and ends its sessions', async (t, store) => {
    await fill(store)
    const content = await store.readContent(BOARD)
    await store.createBoards([newBoard('a')], 10, at(0))
    await store.createTask('a', values({ title: 'Replaced' }), at(0))
    await store.createSession('a', 's', { username: 'ada', expiresAt: at(99) }, at(0))
    const revision = (await store.readState('a')).revision
    await store.replaceContent('a', content)
    same(t, readable(await store.readContent('a')), readable(content))
    t.not((await store.readState('a')).revision, revision)
    t.equal(await store.findSession('a', 's'), undefined)
    const { status } = values()
    const sortOrder = content.tasks.filter(({ task }) => task.status === status).length
    t.match(await store.createTask('a', values(), at(10)), { id: 6, sortOrder })
    t.match(await store.reserveFaultOrdinals('a', 1), { seed: 42, ordinal: 3 })
    const found = { page: 0, size: 9, sort: 'id', direction: 'asc', search: 'É' } as const
    t.equal((await readPage(store, 'a', found)).total, 3, 'search finds the new tasks')
    same(t, readable(await store.readContent(BOARD)), readable(content), 'the other board has not changed')
  })

  rule('readContent() sees a concurrent write completely or not at all', async (t, store) => {
    const [, content] = await Promise.all([
      createTasks(store, 1),
      store.readContent(BOARD),
      store.createTask(BOARD, values(), at(0)),
    ])
    t.equal(content.lastIds.task, content.tasks.length)
  })

  rule('readContent() returns the files of a large board', async (t, store) => {
    const bytes = Buffer.alloc(700_000, 'x')
    const files = [{ fileName: 'a', contentType: 'text/plain', bytes }]
    const large = Array.from({ length: 4 }, () => ({ values: values(), files }))
    await store.fillEmptyBoard(BOARD, [...large, { values: values() }], at(0))
    const content = await store.readContent(BOARD)
    t.strictSame(
      content.tasks.map(({ task }) => task.id),
      Array.from({ length: 5 }, (_, index) => index + 1),
    )
    await store.createBoards([newBoard('a')], 10, at(0))
    await store.replaceContent('a', content)
    const loaded = await store.getAttachment('a', 4, 4)
    t.ok(bytes.equals(loaded.bytes))
    t.ok(isDeepStrictEqual(readable(await store.readContent('a')), readable(content)), 'the same content')
  })

  rule('configureFaults() stores the settings and restarts the plan', async (t, store) => {
    await store.startFaultPlan(BOARD, 1, 1)
    await store.reserveFaultOrdinals(BOARD, 1)
    t.match(await store.readFaultPlan(BOARD), { seed: 1, ordinal: 1, settings: null })
    const settings = {
      ...DEFAULT_SETTINGS,
      rates: { 'date-mix': 0.25 },
      delay: [1, 2] as const,
      disclose: true,
    }
    const revision = (await store.readState(BOARD)).revision
    await store.configureFaults(BOARD, settings, 5)
    t.not((await store.readState(BOARD)).revision, revision)
    const plan = { seed: 5, settings, ordinal: 0, restarts: 2 }
    same(t, await store.readFaultPlan(BOARD), plan)
    same(t, await store.reserveFaultOrdinals(BOARD, 1), plan)
    t.match(await store.readFaultPlan(BOARD), { ordinal: 1 })
    t.match(await store.startFaultPlan(BOARD, undefined, 9), { seed: 5, ordinal: 1, settings })
  })

  rule('measure() counts private boards and the bytes of all attachments', async (t, store) => {
    same(t, await store.measure(), { classes: 0, boards: 0, attachmentBytes: 0 })
    await store.createBoards([newBoard('a'), newBoard('b')], 10, at(0))
    for (const board of ['a', BOARD]) {
      await store.createTask(board, values(), at(0))
      await store.addAttachments(board, 1, [file('a', 'four')], at(0))
    }
    await store.deleteBoard('b', at(1))
    same(t, await store.measure(), { classes: 0, boards: 1, attachmentBytes: 8 })
  })
}
