import { type RequestOptions, TASK } from './api.js'
import { CURRENT } from './check.js'
import { multipart } from './multipart.js'

/** The operations on a task: the name, the request and its options. */
export const ON_TASK: [name: string, request: string, options: RequestOptions, scope?: typeof CURRENT][] = [
  ['get', 'GET /tasks/{id}', {}],
  ['replace', 'PUT /tasks/{id}', { json: TASK }],
  ['delete', 'DELETE /tasks/{id}', {}],
  ['reorder', 'POST /tasks/{id}/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } }, CURRENT],
  ['comment', 'POST /tasks/{id}/comments', { json: { text: 'x' } }],
  ['change-comment', 'PUT /tasks/{id}/comments/1', { json: { text: 'x' } }],
  ['delete-comment', 'DELETE /tasks/{id}/comments/1', {}],
  ['upload', 'POST /tasks/{id}/attachments', multipart([{ fileName: 'a' }]), CURRENT],
  ['download', 'GET /tasks/{id}/attachments/1', {}, CURRENT],
  ['delete-attachment', 'DELETE /tasks/{id}/attachments/1', {}, CURRENT],
]
