import { CURRENT } from './check.js'

/** The operations on a task: the name, the request in the notation of checks, and the scope. */
export const ON_TASK: [name: string, request: string, scope?: typeof CURRENT][] = [
  ['get', 'GET /tasks/{id}'],
  ['replace', 'PUT /tasks/{id} +{}'],
  ['delete', 'DELETE /tasks/{id}'],
  ['reorder', 'POST /tasks/{id}/reorder {targetStatus: "TODO", targetIndex: 0}', CURRENT],
  ['comment', 'POST /tasks/{id}/comments {text: "x"}'],
  ['change-comment', 'PUT /tasks/{id}/comments/1 {text: "x"}'],
  ['delete-comment', 'DELETE /tasks/{id}/comments/1'],
  ['upload', 'POST /tasks/{id}/attachments files [{fileName: "a"}]', CURRENT],
  ['download', 'GET /tasks/{id}/attachments/1', CURRENT],
  ['delete-attachment', 'DELETE /tasks/{id}/attachments/1', CURRENT],
]
