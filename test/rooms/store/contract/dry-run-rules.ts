import { createDryRunStore } from '../../../../src/api/expected/dry-run-store.js'
import { BoardNotFound, TaskNotFound } from '../../../../src/contract/errors.js'
import { WRITES } from '../../../../src/rooms/board/operations.js'
import type { Store } from '../../../../src/rooms/store.js'
import { at, BOARD, createTasks, file, idsOf, type Rule, readAll, same, values } from './shared.js'

/** A call of each method that writes, on the board of `fill`. */
const CALLS: { [Name in keyof typeof WRITES]: () => Parameters<Store[Name]> } = {
  createTask: () => [BOARD, values({ checklistItems: [{ text: 'x', done: true }] }), at(1)],
  replaceTask: () => [BOARD, 1, values({ status: 'DONE', labels: ['a'] }), at(1)],
  moveTask: () => [BOARD, 1, 'TODO', 2, at(1)],
  deleteTask: () => [BOARD, 2],
  deleteAllTasks: () => [BOARD],
  createComment: () => [BOARD, 1, 'second', at(1)],
  updateComment: () => [BOARD, 1, 1, 'changed', at(1)],
  deleteComment: () => [BOARD, 1, 1],
  addAttachments: () => [BOARD, 1, [file('b'), file('c')], at(1)],
  deleteAttachment: () => [BOARD, 1, 1],
  createSession: () => [BOARD, 'session-2', { username: 'bob', expiresAt: at(1000) }, at(1)],
  rotateSession: () => [BOARD, { id: 'session-1', generation: 0 }, { expiresAt: at(1001), now: at(1) }],
  renewSession: () => [BOARD, 'session-1', at(2000)],
  endSession: () => [BOARD, 'session-1'],
}

async function fill(store: Store): Promise<void> {
  await createTasks(store, 3)
  await store.createComment(BOARD, 1, 'first', at(0))
  await store.addAttachments(BOARD, 1, [file('a')], at(0))
  await store.createSession(BOARD, 'session-1', { username: 'ada', expiresAt: at(1000) }, at(0))
}

/** Returns everything that a dry run could change. */
async function dump(store: Store): Promise<unknown> {
  const content = await store.readContent(BOARD)
  const sessions = await Promise.all(['session-1', 'session-2'].map((id) => store.findSession(BOARD, id)))
  const { revision } = await store.readState(BOARD)
  return structuredClone([content, sessions, revision])
}

export function dryRunRules(rule: Rule): void {
  for (const method of Object.keys(WRITES) as (keyof typeof WRITES)[]) {
    rule(`an expected response of ${method} is what the call then returns, and changes nothing`, async (t, store) => {
      await fill(store)
      const before = await dump(store)
      const call = (of: Store) => (of[method] as (...args: unknown[]) => Promise<unknown>)(...CALLS[method]())
      const dry = createDryRunStore(store)
      const expected = [await call(dry), await call(dry)]
      t.strictSame(await dump(store), before)
      const result = await call(store)
      for (const one of expected) t.strictSame(JSON.stringify(one), JSON.stringify(result))
      t.notSame(await dump(store), before, 'the call has changed something')
    })
  }

  rule('a dry run fails as the call would, and changes nothing', async (t, store) => {
    await fill(store)
    const before = await dump(store)
    const dry = createDryRunStore(store)
    await t.rejects(dry.deleteTask(BOARD, 9), new TaskNotFound(9))
    await t.rejects(
      dry.addAttachments(
        BOARD,
        1,
        ['b', 'c', 'd'].map((name) => file(name)),
        at(1),
      ),
      {
        statusCode: 400,
        message: "File 'd' exceeds the limit of 3 attachments per task",
      },
    )
    await t.rejects(dry.deleteAllTasks('unknown'), BoardNotFound)
    t.strictSame(await dump(store), before)
  })

  rule('writes beside dry runs are as without them', async (t, store) => {
    await fill(store)
    const create = (title: string) => [BOARD, values({ title }), at(1)] as const
    const dry = createDryRunStore(store)
    const results = await Promise.all([
      dry.deleteAllTasks(BOARD),
      store.createTask(...create('a')),
      dry.createTask(...create('x')),
      store.createTask(...create('b')),
      dry.createTask(...create('y')),
      store.createComment(BOARD, 1, 'second', at(1)),
    ])
    same(
      t,
      results.map((result) => result?.id),
      [undefined, 4, 5, 5, 6, 2],
    )
    const tasks = await readAll(store)
    t.strictSame(idsOf(tasks), [1, 2, 3, 4, 5])
    t.strictSame(
      tasks.map(({ sortOrder }) => sortOrder),
      [0, 1, 2, 3, 4],
    )
  })
}
