import {
  at,
  BOARD,
  commentNotFound,
  createTaskId,
  createTasks,
  idsOf,
  type Rule,
  readTask,
  same,
  taskNotFound,
  UNKNOWN_IDS,
} from './shared.js'

export function commentRules(rule: Rule): void {
  rule('creates, updates and deletes a comment (decision 23)', async (t, store) => {
    const taskId = await createTaskId(store)
    const created = await store.createComment(BOARD, taskId, ' \u{1f600} "one" ', at(1))
    same(t, created, { id: created.id, text: ' \u{1f600} "one" ', createdAt: at(1), updatedAt: at(1) })
    const updated = await store.updateComment(BOARD, taskId, created.id, 'two', at(2))
    same(t, updated, { id: created.id, text: 'two', createdAt: at(1), updatedAt: at(2) })
    same(t, (await readTask(store, BOARD, taskId)).comments, [updated])
    await store.deleteComment(BOARD, taskId, created.id)
    same(t, (await readTask(store, BOARD, taskId)).comments, [])
  })

  rule('updatedAt of a comment never goes back (decision 22)', async (t, store) => {
    const taskId = await createTaskId(store)
    const { id } = await store.createComment(BOARD, taskId, 'one', at(10))
    const updated = await store.updateComment(BOARD, taskId, id, 'two', at(5))
    same(t, updated, { id, text: 'two', createdAt: at(10), updatedAt: at(10) })
  })

  rule('does not find an unknown comment or one of another task (decision 24)', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const comment = await store.createComment(BOARD, otherTaskId, 'stays', at(1))
    for (const id of [comment.id, ...UNKNOWN_IDS]) {
      await t.rejects(store.updateComment(BOARD, taskId, id, 'changed', at(2)), commentNotFound(id))
      await t.rejects(store.deleteComment(BOARD, taskId, id), commentNotFound(id))
    }
    same(t, (await readTask(store, BOARD, otherTaskId)).comments, [comment])
    await store.deleteComment(BOARD, otherTaskId, comment.id)
    await t.rejects(store.deleteComment(BOARD, otherTaskId, comment.id), commentNotFound(comment.id))
  })

  rule('reports an unknown task before an unknown comment (decision 24)', async (t, store) => {
    const taskId = await createTaskId(store)
    const { id } = await store.createComment(BOARD, taskId, 'text', at(1))
    await t.rejects(store.updateComment(BOARD, 999, id, 'text', at(2)), taskNotFound(999))
    await t.rejects(store.deleteComment(BOARD, 999, id), taskNotFound(999))
  })

  rule('stores concurrent comments with different ids (decision 21)', async (t, store) => {
    const taskId = await createTaskId(store)
    const comments = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.createComment(BOARD, taskId, `${index}`, at(1))),
    )
    t.equal(new Set(idsOf(comments)).size, 50)
    same(
      t,
      (await readTask(store, BOARD, taskId)).comments,
      comments.toSorted((a, b) => a.id - b.id),
    )
  })
}
