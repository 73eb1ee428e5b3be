export const STATE = `
delete-all-deletes-first-page | v1 alone | deleting all tasks also deletes those after the first page
  21 times POST /tasks +{}
  DELETE /tasks with admin
  GET /tasks → 200 ; json ; /totalElements = 0
delete-all-keeps-comments | v1 alone | the comments of deleted tasks are deleted
  DELETE /tasks with admin
  PUT /tasks/{task.id}/comments/{comment.id} {text: "Another comment"} → json ; 404
delete-all-restarts-ids | v1 alone | an id is not used again after all tasks were deleted
  POST /tasks +{} as deleted
  DELETE /tasks with admin
  POST /tasks +{} as task → 201 ; json ; /id > {deleted.id}
deleted-id-comes-back | v1 | the id of a deleted task is not used again
  POST /tasks +{} as deleted
  DELETE /tasks/{deleted.id}
  POST /tasks +{} as task → 201 ; json ; /id > {deleted.id}
deleted-task-readable | v1 | a deleted task is gone
  DELETE /tasks/{task.id}
  GET /tasks/{task.id} → json ; 404
`
