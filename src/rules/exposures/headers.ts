export const HEADERS = `
allow-lists-all-methods | v1 | Allow lists the methods of the path
  PATCH /tasks → json ; 405 ; header allow sorted = ["GET", "HEAD", "POST", "DELETE"]
location-missing | v1 | a new task has Location | POST /tasks +{} as task → 201 ; json ; header location ~ /./
location-of-list | v1 | Location is the path of the new task
  POST /tasks +{} as task → 201 ; json ; header location = "{path}/tasks/{task.id}"
`
