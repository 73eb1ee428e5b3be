/** The exposures of comments and attachments. */
export const PARTS = `
comment-keeps-updated-at | v1 | updating a comment refreshes updatedAt
  WAIT
  PUT /tasks/{task.id}/comments/{comment.id} {text: "Another comment"} → 200 ; json ; /updatedAt > {comment.updatedAt}
comment-touches-task | v1 | a comment does not change updatedAt of its task
  WAIT
  POST /tasks/{task.id}/comments {text: "A comment"}
  GET /tasks/{task.id} → 200 ; json ; /updatedAt = {task.updatedAt}
comment-trimmed | v1 | white space around a comment is kept
  POST /tasks/{task.id}/comments {text: " A comment "} → 201 ; json ; /text = " A comment "
comments-newest-first | v1 | the oldest comment comes first
  POST /tasks/{task.id}/comments {text: "A comment"} as first, second
  GET /tasks/{task.id} → 200 ; json ; /comments/*/id = [{first.id}, {second.id}]
other-comment-deletable | v1 | a comment of another task cannot be deleted
  POST /tasks +{} as other
  POST /tasks/{task.id}/comments {text: "A comment"} as comment
  DELETE /tasks/{other.id}/comments/{comment.id} → json ; 404
other-comment-updatable | v1 | a comment of another task cannot be updated
  POST /tasks +{} as other
  POST /tasks/{task.id}/comments {text: "A comment"} as comment
  PUT /tasks/{other.id}/comments/{comment.id} {text: "Another comment"} → json ; 404
attachment-not-deleted | v1 | a deleted attachment is gone
  DELETE /tasks/{task.id}/attachments/{files.0.id}
  GET /tasks/{task.id} → 200 ; json ; /attachments = []
content-type-lost | v1 | a file keeps its media type
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] → 201 ; json ; /0/contentType = "text/plain"
download-truncated | v1 | a download has the bytes that were uploaded
  GET /tasks/{task.id}/attachments/{files.0.id} → 200 ; bytes = "text"
file-name-without-extension | v1 | a file keeps its name
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] → 201 ; json ; /0/fileName = "notes.txt"
file-size-off-by-one | v1 | fileSizeBytes is the number of bytes
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] → 201 ; json ; /0/fileSizeBytes = 4
fourth-file-accepted | v1 | a fourth file is refused
  POST /tasks/{task.id}/attachments files [{fileName: "a.txt"}, {fileName: "b.txt"}, {fileName: "c.txt"}]
  POST /tasks/{task.id}/attachments files [{fileName: "d.txt"}] → json ; 400
largest-file-refused | v1 | a file of exactly 1 MB is accepted
  POST /tasks/{task.id}/attachments files [{fileName: "large.bin", size: 1048576}] → json ; 201
other-attachment-downloadable | v1 | an attachment of another task cannot be downloaded
  POST /tasks +{} as other
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] as files
  GET /tasks/{other.id}/attachments/{files.0.id} → json ; 404
upload-keeps-first-file | v1 | all files of an upload are stored
  POST /tasks/{task.id}/attachments files [{fileName: "a.txt"}, {fileName: "b.txt"}]
  → 201 ; json ; /*/fileName = ["a.txt", "b.txt"]
upload-touches-task | v1 | an upload does not change updatedAt of its task
  WAIT
  POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}]
  GET /tasks/{task.id} → 200 ; json ; /updatedAt = {task.updatedAt}
content-disposition-missing | v1 | a download has the name of the file
  GET /tasks/{task.id}/attachments/{files.0.id} → 200 ; header content-disposition ~ /notes\\.txt/
`
