export const ORDERING = `
delete-leaves-gap | v1 alone | a deleted task leaves no gap in its column
  POST /tasks +{} as first, second
  DELETE /tasks/{first.id}
  GET /tasks/{second.id} → 200 ; json ; /sortOrder = {first.sortOrder}
index-counted-from-1 | v1 alone | a moved task is at targetIndex
  POST /tasks +{status: "DONE"} as first, second
  POST /tasks +{} as moved
  POST /tasks/{moved.id}/reorder {targetStatus: "DONE", targetIndex: {second.sortOrder}}
  → 200 ; json ; /sortOrder = {second.sortOrder}
move-keeps-status | v1 | a moved task has the status targetStatus
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0} → 200 ; json ; /status = "DONE"
new-task-comes-first | v1 | a new task is at the end of its column
  POST /tasks +{} as first, second
  GET /tasks?search={run}&sort=sortOrder → 200 ; json ; /content/*/id = [{first.id}, {second.id}]
put-moves-to-start | v1 | a task whose status changes goes to the end of the column
  POST /tasks +{status: "DONE"} as done
  POST /tasks +{} as changed
  PUT /tasks/{changed.id} +{status: "DONE"}
  GET /tasks?search={run}&sort=sortOrder → 200 ; json ; /content/*/id = [{done.id}, {changed.id}]
reorder-appends | v1 | a task that is moved to index 0 comes first
  POST /tasks +{status: "DONE"} as done
  POST /tasks +{} as moved
  POST /tasks/{moved.id}/reorder {targetStatus: "DONE", targetIndex: 0} → 200 ; json ; /sortOrder = 0
reorder-empties-checklist | v1 | a moved task keeps its checklist
  POST /tasks +{checklistItems: [{text: "Oats", done: true}]} as task
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0}
  GET /tasks/{task.id} → 200 ; json ; /checklistItems = {task.checklistItems}
reorder-keeps-updated-at | v1 | a reorder refreshes updatedAt
  WAIT
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0} → 200 ; json ; /updatedAt > {task.updatedAt}
reorder-off-by-one | v1 alone | a task that moves down ends at targetIndex
  POST /tasks +{} as first, second
  POST /tasks/{first.id}/reorder {targetStatus: "TODO", targetIndex: {second.sortOrder}}
  → 200 ; json ; /sortOrder = {second.sortOrder}
summary-is-cached | v1 alone | the summary counts a new task at once
  GET /tasks/summary as before
  POST /tasks +{} as task
  GET /tasks/summary → 200 ; json ; /totalTasks = {before.totalTasks} + 1
summary-total-lacks-column | v1 alone | totalTasks also counts the tasks that are DONE
  GET /tasks/summary as before
  POST /tasks +{status: "DONE"} as task
  GET /tasks/summary → 200 ; json ; /totalTasks = {before.totalTasks} + 1
`
