const textOf = (length: number) => JSON.stringify('x'.repeat(length))

export const VALIDATION = `
blank-comment-accepted | v1 | a comment of white space is refused
  POST /tasks/{task.id}/comments {text: " "} → json ; 400
blank-title-accepted | v1 | a title of white space is refused | POST /tasks +{title: "  "} → json ; 400
checklist-text-too-long-accepted | v1 | a checklist item of 201 characters is refused
  POST /tasks +{checklistItems: [{text: ${textOf(201)}}]} → json ; 400
description-too-long-accepted | v1 | a description of 501 characters is refused
  POST /tasks +{description: ${textOf(501)}} → json ; 400
due-date-rolls-over | v1 | a day that does not exist is refused | POST /tasks +{dueDate: "2026-02-30"} → json ; 400
longest-title-refused | v1 | a title of 100 characters is accepted
  POST /tasks +{title: ${textOf(100)}} as task → json ; 201
missing-status-accepted | v1 | a task without a status is refused | POST /tasks {title: "Task {run}"} → json ; 400
negative-index-accepted | v1 | a negative index is refused
  POST /tasks/{task.id}/reorder {targetStatus: "TODO", targetIndex: -1} → json ; 400
negative-page-accepted | v1 | a negative page is refused | GET /tasks?page=-1 → json ; 400
number-as-title-accepted | v1 | a number as the title is refused | POST /tasks +{title: 5} → json ; 400
page-size-clamped | v1 | a page size of 101 is refused | GET /tasks?size=101 → json ; 400
title-too-long-accepted | v1 | a title of 101 characters is refused | POST /tasks +{title: ${textOf(101)}} → json ; 400
unknown-sort-ignored | v1 | an unknown sort field is refused | GET /tasks?sort=color → json ; 400
unknown-status-accepted | v1 | an unknown status is refused | POST /tasks +{status: "LATER"} → json ; 400
comment-too-long-accepted | v1 | a comment of 1,001 characters is refused
  POST /tasks/{task.id}/comments {text: ${textOf(1001)}} → json ; 400
empty-file-refused | v1 | an empty file is accepted
  POST /tasks/{task.id}/attachments files [{fileName: "empty.txt", content: ""}] → json ; 201
index-past-end-refused | v1 | an index past the end means the end
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 1000000} → json ; 200
too-many-labels-accepted | v1 | a task with 11 labels is refused
  POST /tasks +{labels: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]} → json ; 400
`
