import { area } from '../check.js'

/** POST /tasks/{id}/reorder, and the positions of tasks in their columns. */
export const ordering = area('ordering', 'current')

/** A column, whose list may have another order. */
const TODO = 'GET /tasks?status=TODO → /content/^bySortOrder/*/id'
const DONE = 'GET /tasks?status=DONE → /content/^bySortOrder/*/id'

/** Creates five tasks on an empty board. `todo` has the ids of the first column, `done` has those of the last one. */
const COLUMNS = `
  CLEAR
  3 times POST /tasks +{status: "TODO"}
  2 times POST /tasks +{status: "DONE"}
  GET /tasks?status=TODO as todo /content/^bySortOrder/*/id
  GET /tasks?status=DONE as done /content/^bySortOrder/*/id`
/** References to tasks 1, 2 and 3 in TODO, and 4 and 5 in DONE. */
const TASKS = ['', '{todo.0}', '{todo.1}', '{todo.2}', '{done.0}', '{done.1}']
const ids = (...numbers: number[]) => `[${numbers.map((number) => TASKS[number])}]`
const POSITIONS = '/content/*/sortOrder sorted ='

/** A move of one of these tasks, and the tasks of the target column after it. */
type Move = [name: string, source: string, title: string, task: number, to: string, index: number, result: number[]]

const MOVES: Move[] = [
  ['move-to-column', 'spec 3', 'A reorder moves a task to another column.', 1, 'DONE', 0, [1, 4, 5]],
  ['move-to-middle', 'spec 3', "A moved task is at 'targetIndex' of its new column.", 1, 'DONE', 1, [4, 1, 5]],
  ['move-to-end', 'spec 3', 'A task can be moved to the end of another column.', 1, 'DONE', 2, [4, 5, 1]],
  ['move-up', 'spec 3', 'A task can move up in its own column.', 3, 'TODO', 0, [3, 1, 2]],
  ['move-up-by-one', 'spec 3', 'A task can move up by one place.', 3, 'TODO', 1, [1, 3, 2]],
  ['move-down', 'decision 20', "'targetIndex' counts after the task has left its place.", 1, 'TODO', 1, [2, 1, 3]],
  ['move-down-to-end', 'decision 20', 'The last index moves a task to the end.', 1, 'TODO', 2, [2, 3, 1]],
  ['move-to-same-place', 'decision 20', 'A task can be moved to its own place.', 2, 'TODO', 1, [1, 2, 3]],
  ['index-past-end', 'decision 20', 'An index past the end means the end.', 1, 'DONE', 99, [4, 5, 1]],
  ['own-index-past-end', 'decision 20', 'An index past its own column means the end.', 1, 'TODO', 99, [2, 3, 1]],
  ['largest-index', 'decision 20', 'An index of 2147483647 means the end.', 1, 'DONE', 2147483647, [4, 5, 1]],
]
for (const [name, source, title, task, to, index, result] of MOVES) {
  const [todo, done] = to === 'TODO' ? [result, [4, 5]] : [[2, 3], result]
  ordering(`
    ${name} | ${source} | ${title} ${COLUMNS}
      POST /tasks/${TASKS[task]}/reorder {targetStatus: "${to}", targetIndex: ${index}}
      ${TODO} = ${ids(...todo)}
      ${DONE} = ${ids(...done)}`)
}

/** 20 moves of the tasks to all columns, and one of each to the same column. */
const MANY = Array.from({ length: 20 }, (_, step) => {
  const to = ['TODO', 'DONE', 'IN_PROGRESS'][(step * 2) % 3]
  return `POST /tasks/${TASKS[((step * 3) % 5) + 1]}/reorder {targetStatus: "${to}", targetIndex: ${(step * 7) % 4}}`
})
const AT_ONCE = TASKS.slice(1).map((task, index) => {
  return `POST /tasks/${task}/reorder {targetStatus: "IN_PROGRESS", targetIndex: ${index % 2}}`
})

const MOVE = 'POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0}'
const CHECKLIST = 'POST /tasks +{checklistItems: [{text: "x", done: true}]} as new'
const MOVE_NEW = 'POST /tasks/{new.id}/reorder {targetStatus: "DONE", targetIndex: 0}'

ordering(`
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
  POST /tasks +{} as a, b, c
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
returns-position | spec 3 | A reorder returns the new 'sortOrder'. ${COLUMNS}
  POST /tasks/{todo.0}/reorder {targetStatus: "DONE", targetIndex: 1} → {sortOrder: 1}
new-task-is-last | decision 18 | A new task goes to the end of its column. ${COLUMNS}
  POST /tasks +{} as new → {sortOrder: 3}
  ${TODO} = [{todo.0}, {todo.1}, {todo.2}, {new.id}]
columns-count-alone | decision 18 | Each column counts its positions from 0. ${COLUMNS}
  GET /tasks?status=TODO → ${POSITIONS} [0, 1, 2]
  GET /tasks?status=DONE → ${POSITIONS} [0, 1]
move-closes-gap | decision 18 | Moving a task closes the gap in its old column. ${COLUMNS}
  POST /tasks/{todo.0}/reorder {targetStatus: "DONE", targetIndex: 0}
  GET /tasks?status=TODO → ${POSITIONS} [0, 1]
  GET /tasks?status=DONE → ${POSITIONS} [0, 1, 2]
replace-keeps-place | decision 19 | PUT with the same status keeps the place. ${COLUMNS}
  PUT /tasks/{todo.0} +{title: "Changed"}
  ${TODO} = ${ids(1, 2, 3)}
replace-moves-to-end | decision 19 | PUT moves to the end of another column. ${COLUMNS}
  PUT /tasks/{todo.0} +{status: "DONE"}
  ${TODO} = ${ids(2, 3)}
  ${DONE} = ${ids(4, 5, 1)}
many-moves | decision 18 | Positions stay 0 to n−1 after many requests. ${COLUMNS}
  ${MANY.join('\n')}
  GET /tasks?status=TODO → /content/*/sortOrder is gapless
  GET /tasks?status=DONE → /content/*/sortOrder is gapless
  GET /tasks?status=IN_PROGRESS → /content/*/sortOrder is gapless
concurrent-creates | decision 18 | Tasks created at once get different positions. | CLEAR
  ${Array(10).fill('POST /tasks +{}').join(' & ')}
  GET /tasks?status=TODO → ${POSITIONS} [${[...Array(10).keys()]}]
concurrent-moves | decision 18 | Positions stay 0 to n−1 after simultaneous moves. ${COLUMNS}
  ${AT_ONCE.join(' & ')}
  GET /tasks?status=IN_PROGRESS → ${POSITIONS} [0, 1, 2, 3, 4]
`)
