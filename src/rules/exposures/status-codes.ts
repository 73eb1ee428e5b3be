export const STATUS_CODES = `
attachment-delete-returns-200 | v1 | deleting an attachment returns 204
  DELETE /tasks/{task.id}/attachments/{files.0.id} → 204
comment-returns-200 | v1 | creating a comment returns 201
  POST /tasks/{task.id}/comments {text: "A comment"} → json ; 201
create-returns-200 | v1 | creating a task returns 201 | POST /tasks +{} as task → json ; 201
delete-all-returns-200 | v1 alone | deleting all tasks returns 204 | DELETE /tasks with admin → 204
delete-returns-200 | v1 | deleting a task returns 204 | DELETE /tasks/{task.id} → 204
delete-unknown-returns-204 | v1 | deleting an unknown task returns 404 | DELETE /tasks/{unknown} → json ; 404
empty-summary-returns-204 | v1 alone | the summary of an empty board returns 200
  DELETE /tasks with admin
  GET /tasks/summary → json ; 200
get-unknown-returns-null | v1 | reading an unknown task returns 404 | GET /tasks/{unknown} → json ; 404
large-file-returns-413 | v1 | a file of more than 1 MB returns 400
  POST /tasks/{task.id}/attachments files [{fileName: "large.bin", size: 1048577}] → json ; 400
replace-returns-204 | v1 | replacing a task returns 200 | PUT /tasks/{task.id} +{} → json ; 200
unknown-comment-delete-returns-204 | v1 | deleting an unknown comment returns 404
  DELETE /tasks/{task.id}/comments/{unknown} → json ; 404
unknown-download-returns-204 | v1 | downloading an unknown attachment returns 404
  GET /tasks/{task.id}/attachments/{unknown} → json ; 404
validation-returns-422 | v1 | a task with an empty title returns 400 | POST /tasks +{title: ""} → json ; 400
validation-returns-500 | v1 | a task without a title returns 400 | POST /tasks {status: "TODO"} → json ; 400
wrong-media-type-returns-400 | v1 | a body of the type text/plain returns 415
  POST /tasks raw {"title":"Task","status":"TODO"} with Content-Type: text/plain → json ; 415
wrong-method-returns-404 | v1 | PATCH of the list returns 405 | PATCH /tasks → json ; 405
`
