import { area } from '../check.js'

/** What differs in the earlier edition (specification, section 9). The auth operations are in their own areas. */
export const earlier = area('earlier', 'earlier')

const [LOW, MEDIUM, HIGH] = ['LOW', 'MEDIUM', 'HIGH'].map((name) => `POST /tasks +{priority: "${name}"}`)
const text = (length: number) => JSON.stringify('x'.repeat(length))

earlier(`
title-200 | spec 9 | A title of 200 characters is accepted. | POST /tasks +{title: ${text(200)}} → {title: ${text(200)}}
title-201 | spec 9 | A title of 201 characters is refused. | POST /tasks +{title: ${text(201)}} → 400
description-1000 | spec 9 | A description of 1000 characters is accepted.
  POST /tasks +{description: ${text(1000)}} → {description: ${text(1000)}}
description-1001 | spec 9 | A description of 1001 characters is refused.
  POST /tasks +{description: ${text(1001)}} → 400
status-default | spec 9 | The status is optional, and its default is TODO. | POST /tasks {title: "x"} → {status: "TODO"}
put-status-default | decision 80 | The status is optional in PUT. | POST /tasks +{status: "DONE"} as new
  PUT /tasks/{new.id} {title: "x"} → {status: "TODO"}
status-null | decision 80 | 'status: null' means the default. | POST /tasks +{status: null} → {status: "TODO"}
fields | spec 9 | A task has no checklist, due date, attachments and position.
  POST /tasks +{}
  → body keys = ["comments", "createdAt", "description", "id", "labels", "priority", "status", "title", "updatedAt"]
ignores-hidden-fields | decision 81 | Hidden fields are ignored, even if they are not valid.
  POST /tasks +{dueDate: "never", checklistItems: 5} → 201
no-reorder | decision 81 | Reorder does not exist.
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0} → 404
no-attachments-POST | decision 81 | POST /attachments of a task does not exist.
  POST /tasks/{task.id}/attachments → 404
no-attachments-GET | decision 81 | GET /attachments/1 of a task does not exist.
  GET /tasks/{task.id}/attachments/1 → 404
no-attachments-DELETE | decision 81 | DELETE /attachments/1 of a task does not exist.
  DELETE /tasks/{task.id}/attachments/1 → 404
filter-priority | spec 9 | 'priority' returns only the tasks with this priority. | CLEAR
  ${LOW}
  ${HIGH} as high
  GET /tasks?priority=HIGH → /content/*/id = [{high.id}]
sort-field | decision 82 | Without a direction, the order is ascending. | CLEAR
  ${HIGH} as high
  ${LOW} as low
  GET /tasks?sort=priority → /content/*/id = [{low.id}, {high.id}]
direction-ignored | decision 82 | The parameter 'direction' is ignored. | CLEAR
  POST /tasks +{} as first, second
  GET /tasks?sort=id&direction=desc → /content/*/id = [{first.id}, {second.id}]
summary | spec 9 | The summary has 'total', 'byStatus' and 'byPriority'. | CLEAR
  ${LOW}
  POST /tasks +{status: "DONE"}
  POST /tasks +{status: "DONE", priority: "HIGH"}
  GET /tasks/summary
  → body = {total: 3, byStatus: {TODO: 1, IN_PROGRESS: 0, DONE: 2}, byPriority: {LOW: 1, MEDIUM: 1, HIGH: 1}}
summary-urgent | decision 83 | URGENT tasks count only in 'total' and 'byStatus'. | CLEAR
  POST /tasks +{priority: "URGENT"}
  GET /tasks/summary
  → body = {total: 1, byStatus: {TODO: 1, IN_PROGRESS: 0, DONE: 0}, byPriority: {LOW: 0, MEDIUM: 0, HIGH: 0}}
no-delete-all | decision 88, buggy | The buggy variant has no DELETE /tasks. | DELETE /tasks → 405
delete-all | spec 4, v1 v2 | DELETE /tasks returns 204. | DELETE /tasks → 204
`)
for (const [name, sort, order] of [
  ['sort-desc', 'priority,desc', ['high', 'medium', 'low']],
  ['sort-asc', 'priority,asc', ['low', 'medium', 'high']],
  ['sort-id-desc', 'id,desc', ['low', 'high', 'medium']],
] as const) {
  earlier(`
    ${name} | spec 9 | 'sort=${sort}' sorts by the priority. | CLEAR
      ${MEDIUM} as medium
      ${HIGH} as high
      ${LOW} as low
      GET /tasks?sort=${sort} → /content/*/id = [${order.map((each) => `{${each}.id}`)}]`)
}
const REFUSED_SORTS = 'dueDate|sortOrder|dueDate,desc|id,up|id, desc|id,|id,DESC|id:desc|,asc|-id|id,asc,desc'.split(
  '|',
)
for (const sort of REFUSED_SORTS) {
  earlier(`
    sort-${sort.replace(' ', '')}-refused | decision 82 | 'sort=${sort}' is refused.
      GET /tasks?sort=${encodeURIComponent(sort)} → 400`)
}
