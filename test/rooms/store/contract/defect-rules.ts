import { BoardNotFound } from '../../../../src/contract/errors.js'
import { reuseTaskIds, setCreatedAt } from '../../../../src/rooms/board/tasks.js'
import { at, BOARD, entry, newBoard, type Rule, readAll, same, values } from './shared.js'

const MAX = 3

export function defectRules(rule: Rule): void {
  rule('a board has the defects with which it was created, or which were configured last', async (t, store) => {
    await store.createBoards([newBoard('a', { defects: ['x', 'y'] }), newBoard('b')], 2, at(0))
    const defectsOf = async (board: string) => (await store.readState(board)).defects
    same(t, await defectsOf('a'), { x: [], y: [] })
    t.equal(await defectsOf('b'), null)
    await store.configureDefects('b', ['z'])
    same(t, await defectsOf('b'), { z: [] })
    await store.configureDefects('a', [])
    same(t, await defectsOf('a'), {}, 'all defects were removed')
    await t.rejects(store.configureDefects('c', []), BoardNotFound)
  })

  rule('notes of a defect are appended, and the oldest are deleted', async (t, store) => {
    await store.configureDefects(BOARD, ['x', 'y'])
    const notes = async () => (await store.readState(BOARD)).defects
    await store.addDefectNotes(BOARD, 'x', [{ position: 1 }, 'text'], MAX)
    same(t, await notes(), { x: [{ position: 1 }, 'text'], y: [] })
    await Promise.all([3, 4].map((note) => store.addDefectNotes(BOARD, 'x', [note], MAX)))
    same(t, await notes(), { x: ['text', 3, 4], y: [] })
    await store.addDefectNotes(BOARD, 'z', [5], MAX)
    same(t, await notes(), { x: ['text', 3, 4], y: [] }, 'a defect that the board does not have')
    await store.configureDefects(BOARD, ['x'])
    same(t, await notes(), { x: [] })
    await store.configureDefects(BOARD, [])
    await store.addDefectNotes(BOARD, 'x', [5], MAX)
    same(t, await notes(), {})
  })

  rule('the effects of defects are counted until others are configured', async (t, store) => {
    const affect = (requestId: string, ...effects: ('response' | 'write')[]) => ({
      ...entry({ requestId, query: requestId }),
      effects: effects.map((effect) => ({ defect: 'x', effect })),
    })
    await store.configureDefects(BOARD, ['x'])
    await store.recordRequests(BOARD, [entry(), affect('a', 'write'), affect('b', 'response')], at(0))
    await store.recordRequests(BOARD, [affect('c', 'response', 'write')], at(0))
    const { time, method, status } = entry()
    const first = (number: number, requestId: string) => {
      return { number, requestId, time, method, target: `/api/v1/tasks?${requestId}`, status }
    }
    same(t, await store.listEffects(BOARD), [
      { defect: 'x', effect: 'response', requests: 2, first: first(3, 'b') },
      { defect: 'x', effect: 'write', requests: 2, first: first(2, 'a') },
    ])
    await store.configureDefects(BOARD, ['x'])
    same(t, await store.listEffects(BOARD), [])
  })

  rule('a reset and new content keep the defects without their notes', async (t, store) => {
    await store.configureDefects(BOARD, ['x'])
    const changes = [
      () => store.resetBoard(BOARD),
      async () => store.replaceContent(BOARD, await store.readContent(BOARD)),
    ]
    for (const change of changes) {
      await store.addDefectNotes(BOARD, 'x', [1], MAX)
      await change()
      same(t, (await store.readState(BOARD)).defects, { x: [] })
    }
  })

  rule('the time of creation of a task can be set', async (t, store) => {
    await store.createTask(BOARD, values(), at(0))
    await store.createTask(BOARD, values(), at(0))
    await store.write(BOARD, (board) => setCreatedAt(board, 1, at(9)))
    same(
      t,
      (await readAll(store)).map(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
      [
        [at(9), at(0)],
        [at(0), at(0)],
      ],
    )
  })

  rule('the ids of deleted tasks can be assigned again', async (t, store) => {
    const create = async () => store.createTask(BOARD, values({ checklistItems: [{ text: 'x', done: false }] }), at(0))
    for (const id of [1, 2, 3]) t.equal((await create()).id, id)
    await store.deleteTask(BOARD, 2)
    await store.deleteTask(BOARD, 3)
    await store.write(BOARD, reuseTaskIds)
    const { id, checklistItems } = await create()
    t.strictSame([id, checklistItems[0]?.id], [2, 4])
    await store.deleteAllTasks(BOARD)
    await store.write(BOARD, reuseTaskIds)
    t.equal((await create()).id, 1)
  })
}
