export const REPLACE = `
put-ignores-status | v1 | a task has the status that PUT sent
  PUT /tasks/{task.id} +{status: "DONE"} → 200 ; json ; /status = "DONE"
put-keeps-omitted-fields | v1 | a description that PUT omits is null
  POST /tasks +{description: "Two litres"} as task
  PUT /tasks/{task.id} +{} → 200 ; json ; /description = null
put-keeps-updated-at | v1 | PUT refreshes updatedAt
  WAIT
  PUT /tasks/{task.id} +{} → 200 ; json ; /updatedAt > {task.updatedAt}
put-loses-attachments | v1 | attachments stay when their task is replaced
  PUT /tasks/{task.id} +{} → 200 ; json ; /attachments = {files}
put-loses-comments | v1 | comments stay when their task is replaced
  PUT /tasks/{task.id} +{} → 200 ; json ; /comments/*/id = [{comment.id}]
put-merges-labels | v1 | PUT replaces the labels
  POST /tasks +{labels: ["home"]} as task
  PUT /tasks/{task.id} +{labels: ["shop"]} → 200 ; json ; /labels = ["shop"]
put-moves-to-end | v1 | a task that keeps its status keeps its place
  POST /tasks +{} as first, second
  PUT /tasks/{first.id} +{}
  GET /tasks?search={run}&sort=sortOrder → 200 ; json ; /content/*/id = [{first.id}, {second.id}]
put-renews-checklist-ids | v1 | an item with the same text keeps its id
  POST /tasks +{checklistItems: [{text: "Oats", done: false}, {text: "Rice", done: false}]} as task
  PUT /tasks/{task.id} +{checklistItems: [{text: "Oats", done: false}, {text: "Rice", done: false}]}
  → 200 ; json ; /checklistItems/0/id = {task.checklistItems.0.id}
put-resets-created-at | v1 | PUT keeps createdAt
  WAIT
  PUT /tasks/{task.id} +{} → 200 ; json ; /createdAt = {task.createdAt}
`
