import type { Api } from '../api.js'
import { area, CURRENT, decision, type Section, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields } from '../expect.js'

/** POST /tasks/{id}/reorder, and the positions of tasks in their columns. */
export const ordering = area('ordering', CURRENT)
const { check, rules, given, onEmptyBoard } = ordering

/**
 * Creates five tasks on an empty board. Returns the ids of tasks 1, 2 and 3 in TODO, and 4 and 5 in DONE, in the order
 * in which the columns have them.
 */
async function columns(api: Api): Promise<Json[]> {
  await api.clear()
  const done = { status: 'DONE' }
  await api.createAll({}, {}, {}, done, done)
  const ids = []
  for (const status of ['TODO', 'DONE']) ids.push(...(await inOrder(api, status)))
  return ids
}

/** Returns the ids of a column in the order of their positions. */
async function inOrder(api: Api, status: string): Promise<Json[]> {
  const { content } = await api.page(`?status=${status}`)
  return content.sort((a: Json, b: Json) => a.sortOrder - b.sortOrder).map(({ id }: Json) => id)
}

/** Returns the numbers from 1 of the tasks in a column, in their order. */
async function column(api: Api, ids: Json[], status: string): Promise<number[]> {
  return (await inOrder(api, status)).map((id) => ids.indexOf(id) + 1)
}

async function positions(api: Api, status: string): Promise<number[]> {
  return (await api.list(`?status=${status}&size=100`, 'sortOrder')).sort((a, b) => a - b)
}

const count = (length: number) => Array.from({ length }, (_, index) => index)

/** A move of one of these tasks, and the tasks of the target column after it. */
type Move = [name: string, section: Section, title: string, task: number, to: string, index: number, result: number[]]

const MOVES: Move[] = [
  ['move-to-column', spec(3), 'A reorder moves a task to another column.', 1, 'DONE', 0, [1, 4, 5]],
  ['move-to-middle', spec(3), 'A moved task is at `targetIndex` of its new column.', 1, 'DONE', 1, [4, 1, 5]],
  ['move-to-end', spec(3), 'A task can be moved to the end of another column.', 1, 'DONE', 2, [4, 5, 1]],
  ['move-up', spec(3), 'A task can move up in its own column.', 3, 'TODO', 0, [3, 1, 2]],
  ['move-up-by-one', spec(3), 'A task can move up by one place.', 3, 'TODO', 1, [1, 3, 2]],
  ['move-down', decision(20), '`targetIndex` counts after the task has left its place.', 1, 'TODO', 1, [2, 1, 3]],
  ['move-down-to-end', decision(20), 'The last index moves a task to the end.', 1, 'TODO', 2, [2, 3, 1]],
  ['move-to-same-place', decision(20), 'A task can be moved to its own place.', 2, 'TODO', 1, [1, 2, 3]],
  ['index-past-end', decision(20), 'An index past the end means the end.', 1, 'DONE', 99, [4, 5, 1]],
  ['own-index-past-end', decision(20), 'An index past its own column means the end.', 1, 'TODO', 99, [2, 3, 1]],
  ['largest-index', decision(20), 'An index of 2147483647 means the end.', 1, 'DONE', 2147483647, [4, 5, 1]],
]
const onColumns = given(columns)
for (const [name, section, title, task, to, index, result] of MOVES) {
  onColumns(name, section, title, async (api, ids) => {
    await api.move(ids[task - 1], to, index)
    const expected = to === 'TODO' ? [result, [4, 5]] : [[2, 3], result]
    equal([await column(api, ids, 'TODO'), await column(api, ids, 'DONE')], expected)
  })
}

const MOVE = 'POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0}'
const CHECKLIST = 'POST /tasks +{checklistItems: [{text: "x", done: true}]} as new'
const MOVE_NEW = 'POST /tasks/{new.id}/reorder {targetStatus: "DONE", targetIndex: 0}'

rules(`
returns-200 | spec 4 | POST /tasks/{id}/reorder returns 200. | ${MOVE} → 200
returns-status | spec 3 | A reorder returns the task with 'targetStatus'. | ${MOVE} → {id: {task.id}, status: "DONE"}
status-is-stored | spec 3 | A moved task has the status 'targetStatus'.
  ${MOVE}
  GET /tasks/{task.id} → {status: "DONE"}
returns-empty-lists | spec 2 | A reorder returns 'checklistItems: []' and 'comments: []'.
  ${CHECKLIST}
  POST /tasks/{new.id}/comments {text: "x"} → any
  ${MOVE_NEW} → {checklistItems: [], comments: []}
returns-no-attachments | spec 2 | The response of a reorder has no 'attachments'.
  ${MOVE} as moved → /attachments is absent
keeps-checklist | decision 20 | A reorder keeps the stored checklist.
  ${CHECKLIST}
  ${MOVE_NEW}
  GET /tasks/{new.id} → {checklistItems: {new.checklistItems}}
keeps-comments | decision 20 | A reorder keeps the stored comments.
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0}
  GET /tasks/{task.id} → {comments: [{comment}]}
keeps-values | decision 20 | A reorder keeps the values of the task.
  POST /tasks +{title: "x", description: "y", priority: "LOW", dueDate: "2030-01-01", labels: ["a"]} as new
  ${MOVE_NEW}
  GET /tasks/{new.id} → {title: "x", description: "y", priority: "LOW", dueDate: "2030-01-01", labels: ["a"]}
unknown | spec 7 | A reorder of an unknown task returns 404.
  POST /tasks/{unknown}/reorder {targetStatus: "TODO", targetIndex: 0} → 404
delete-closes-gap | decision 18 | Deleting a task closes the gap. | CLEAR
  POST /tasks +{} as a
  POST /tasks +{} as b
  POST /tasks +{} as c
  DELETE /tasks/{b.id} → any
  GET /tasks → /content/*/sortOrder sorted = [0, 1]
refreshes-updated-at | decision 20 | A reorder refreshes 'updatedAt'. | WAIT
  ${MOVE}
  GET /tasks/{task.id} → /updatedAt > {task.updatedAt}
same-place-refreshes-updated-at | decision 20 | A reorder refreshes 'updatedAt' even if the task stays where it is.
  POST /tasks +{status: "IN_PROGRESS"} as new
  WAIT
  POST /tasks/{new.id}/reorder {targetStatus: "IN_PROGRESS", targetIndex: {new.sortOrder}}
  → /updatedAt > {new.updatedAt}
keeps-updated-at-of-others | decision 20 | A reorder keeps 'updatedAt' of the other tasks. | WAIT
  POST /tasks/{other.id}/reorder {targetStatus: "TODO", targetIndex: 0}
  GET /tasks/{task.id} → /updatedAt = {task.updatedAt}
status-unknown | spec 4 | An unknown 'targetStatus' is refused.
  POST /tasks/{task.id}/reorder {targetStatus: "BLOCKED", targetIndex: 0} → 400
index-text | spec 4 | A 'targetIndex' that is not a number is refused.
  POST /tasks/{task.id}/reorder {targetStatus: "TODO", targetIndex: "first"} → 400
index-fraction | spec 4 | A 'targetIndex' with a fraction is refused.
  POST /tasks/{task.id}/reorder {targetStatus: "TODO", targetIndex: 0.5} → 400
status-missing | decision 20 | 'targetStatus' is required. | POST /tasks/{task.id}/reorder {targetIndex: 0} → 400
index-missing | decision 20 | 'targetIndex' is required. | POST /tasks/{task.id}/reorder {targetStatus: "TODO"} → 400
index-negative | decision 20 | A negative 'targetIndex' is refused.
  POST /tasks/{task.id}/reorder {targetStatus: "TODO", targetIndex: -1} → 400
index-number-as-text | decision 5 | A text is not converted to a number.
  POST /tasks/{task.id}/reorder {targetStatus: "TODO", targetIndex: "0"} → 400
`)
onColumns('returns-position', spec(3), 'A reorder returns the new `sortOrder`.', async (api, ids) => {
  fields(await api.move(ids[0], 'DONE', 1), { sortOrder: 1 })
})

onColumns('new-task-is-last', decision(18), 'A new task goes to the end of its column.', async (api, ids) => {
  const { id, sortOrder } = await api.create()
  equal([sortOrder, await column(api, [...ids, id], 'TODO')], [3, [1, 2, 3, 6]])
})
check('columns-count-alone', decision(18), 'Each column counts its positions from 0.', async (api) => {
  await columns(api)
  equal([await positions(api, 'TODO'), await positions(api, 'DONE')], [count(3), count(2)])
})
check('move-closes-gap', decision(18), 'Moving a task closes the gap in its old column.', async (api) => {
  const [first] = await columns(api)
  await api.move(first, 'DONE', 0)
  equal([await positions(api, 'TODO'), await positions(api, 'DONE')], [count(2), count(3)])
})
onColumns('replace-keeps-place', decision(19), 'PUT with the same status keeps the place.', async (api, ids) => {
  await api.replace(ids[0], { title: 'Changed' })
  equal(await column(api, ids, 'TODO'), [1, 2, 3])
})
onColumns('replace-moves-to-end', decision(19), 'PUT moves to the end of another column.', async (api, ids) => {
  await api.replace(ids[0], { status: 'DONE' })
  equal([...(await column(api, ids, 'TODO')), ...(await column(api, ids, 'DONE'))], [2, 3, 4, 5, 1])
})
onColumns('many-moves', decision(18), 'Positions stay 0 to n−1 after many requests.', async (api, ids) => {
  const statuses = ['TODO', 'DONE', 'IN_PROGRESS']
  for (let step = 0; step < 20; step++) {
    await api.move(ids[(step * 3) % 5], statuses[(step * 2) % 3] as string, (step * 7) % 4)
  }
  for (const status of statuses) {
    const found = await positions(api, status)
    equal(found, count(found.length))
  }
})
onEmptyBoard('concurrent-creates', decision(18), 'Tasks created at once get different positions.', async (api) => {
  await Promise.all(count(10).map(() => api.create()))
  equal(await positions(api, 'TODO'), count(10))
})
onColumns('concurrent-moves', decision(18), 'Positions stay 0 to n−1 after simultaneous moves.', async (api, ids) => {
  await Promise.all(ids.map((id, index) => api.move(id, 'IN_PROGRESS', index % 2)))
  equal(await positions(api, 'IN_PROGRESS'), count(5))
})
