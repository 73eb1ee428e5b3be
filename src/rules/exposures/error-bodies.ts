export const ERROR_BODIES = `
error-keys-without-index | v1 | the key of an invalid label has its index
  POST /tasks +{labels: ["a", ""]} → 400 ; json ; /errors/labels[1] ~ /./
error-media-type-is-text | v1 | an error is JSON
  GET /tasks/{unknown} → 404 ; header content-type ~ /^application/json/
error-path-constant | v1 | the path of an error is the path of the request
  GET /tasks/{unknown} → 404 ; json ; /path = "{path}/tasks/{unknown}"
error-path-with-query | v1 | the path of an error has no query | GET /tasks?size=0 → 400 ; json ; /path = "{path}/tasks"
error-status-is-text | v1 | the status in an error is a number | GET /tasks/{unknown} → 404 ; json ; /status = 404
error-without-errors | v1 | an invalid title has a message in errors
  POST /tasks +{title: ""}
  → 400 ; json ; /message = "Validation failed" (the message says that the validation failed) ; /errors/title ~ /./
error-without-timestamp | v1 | an error has a timestamp
  GET /tasks/{unknown} → 404 ; json ; /timestamp ~ /^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}/
first-invalid-field-only | v1 | errors also names the invalid priority
  POST /tasks +{title: "", priority: "NONE"}
  → 400 ; json ; /errors/title ~ /./ (errors names the invalid title) ; /errors/priority ~ /./
not-found-without-id | v1 | the message for an unknown task contains its id
  GET /tasks/{unknown} → 404 ; json ; /message ~ /{unknown}/
`
