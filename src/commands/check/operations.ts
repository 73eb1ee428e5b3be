/** The operations on a task: the name, the request in the notation of checks, and the scope. */
export const ON_TASK: [name: string, request: string, scope?: 'current'][] = [
  ['get', 'GET /tasks/{id}'],
  ['replace', 'PUT /tasks/{id} +{}'],
  ['delete', 'DELETE /tasks/{id}'],
  ['reorder', 'POST /tasks/{id}/reorder {targetStatus: "TODO", targetIndex: 0}', 'current'],
  ['comment', 'POST /tasks/{id}/comments {text: "x"}'],
  ['change-comment', 'PUT /tasks/{id}/comments/1 {text: "x"}'],
  ['delete-comment', 'DELETE /tasks/{id}/comments/1'],
  ['upload', 'POST /tasks/{id}/attachments files [{fileName: "a"}]', 'current'],
  ['download', 'GET /tasks/{id}/attachments/1', 'current'],
  ['delete-attachment', 'DELETE /tasks/{id}/attachments/1', 'current'],
]
