const upload = (name: string) => `POST /tasks/{task.id}/attachments files [{fileName: "${name}"}]`

/** Requests at the same time. */
export const CONCURRENCY = `
concurrent-creates-share-place | v1 | tasks that are created at the same time have own positions
  POST /tasks +{} & POST /tasks +{}
  GET /tasks?search={run} as list → 200 ; json ; /content/*/sortOrder is unique
  finally DELETE /tasks/{list.content.0.id} & DELETE /tasks/{list.content.1.id}
concurrent-comments-lost | v1 | comments that are created at the same time are all stored
  POST /tasks/{task.id}/comments {text: "first"} & POST /tasks/{task.id}/comments {text: "second"}
  GET /tasks/{task.id} → 200 ; json ; /comments/*/text sorted = ["first", "second"]
concurrent-deletes-succeed | v1 | of two deletes at the same time, one returns 404
  DELETE /tasks/{task.id} & DELETE /tasks/{task.id} → statuses = [204, 404]
concurrent-uploads-lost | v1 | files that are uploaded at the same time are all stored
  ${upload('a.txt')} & ${upload('b.txt')}
  GET /tasks/{task.id} → 200 ; json ; /attachments/*/fileName sorted = ["a.txt", "b.txt"]
`
