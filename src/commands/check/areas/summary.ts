import { area } from '../check.js'

/** GET /tasks/summary. */
export const summary = area('summary', 'current')

/** One task in TODO, two in IN_PROGRESS and three in DONE, on an empty board. */
const SIX = `
  CLEAR
  POST /tasks +{status: "TODO"} as first
  2 times POST /tasks +{status: "IN_PROGRESS"}
  3 times POST /tasks +{status: "DONE"}
  GET /tasks/summary`

summary(`
returns-200 | spec 4 | GET /tasks/summary returns 200. | GET /tasks/summary → 200
returns-json | introduction | The summary is sent as 'application/json'.
  GET /tasks/summary → header content-type ~ /^application\\/json\\b/i
fields | spec 2 | The summary has the fields of the specification.
  GET /tasks/summary → body has doneTasks, inProgressTasks, todoTasks, totalTasks
empty-board | spec 2 | The summary of an empty board has zeros. | CLEAR
  GET /tasks/summary → body = {totalTasks: 0, todoTasks: 0, inProgressTasks: 0, doneTasks: 0}
totalTasks | spec 2 | 'totalTasks' counts the tasks. ${SIX} → {totalTasks: 6}
todoTasks | spec 2 | 'todoTasks' counts the tasks. ${SIX} → {todoTasks: 1}
inProgressTasks | spec 2 | 'inProgressTasks' counts the tasks. ${SIX} → {inProgressTasks: 2}
doneTasks | spec 2 | 'doneTasks' counts the tasks. ${SIX} → {doneTasks: 3}
after-create | spec 4 | The summary counts a new task at once. ${SIX}
  POST /tasks +{}
  GET /tasks/summary → {todoTasks: 2}
after-delete | spec 4 | The summary does not count a deleted task. ${SIX}
  DELETE /tasks/{first.id} → any
  GET /tasks/summary → {todoTasks: 0}
after-replace | spec 4 | The summary counts a task with its new status after PUT. ${SIX}
  PUT /tasks/{first.id} +{status: "DONE"}
  GET /tasks/summary → {todoTasks: 0, doneTasks: 4}
after-reorder | spec 4 | The summary counts a moved task in its new column. ${SIX}
  POST /tasks/{first.id}/reorder {targetStatus: "DONE", targetIndex: 0}
  GET /tasks/summary → {todoTasks: 0, doneTasks: 4}
`)
