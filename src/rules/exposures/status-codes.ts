import {
  alone,
  createComment,
  createTask,
  deleteAllTasks,
  deleteTask,
  exposure,
  file,
  get,
  json,
  onTask,
  remove,
  replaceTask,
  status,
  task,
  UNKNOWN_ID,
  upload,
} from './build.js'
import type { Cases } from './exposure.js'

const MEBIBYTE = 1_048_576

export const STATUS_CODES: Cases = {
  'attachment-delete-returns-200': onTask([
    { as: 'files', send: upload('task', file('notes.txt')) },
    {
      send: remove('/tasks/{task/id}/attachments/{files/0/id}'),
      expect: [status(204, 'deleting an attachment returns 204')],
    },
  ]),
  'comment-returns-200': onTask([{ send: createComment(), expect: json(201, 'creating a comment returns 201') }]),
  'create-returns-200': exposure([{ ...task(), expect: json(201, 'creating a task returns 201') }]),
  'delete-all-returns-200': alone([{ send: deleteAllTasks, expect: [status(204, 'deleting all tasks returns 204')] }]),
  'delete-returns-200': onTask([{ send: deleteTask(), expect: [status(204, 'deleting a task returns 204')] }]),
  'delete-unknown-returns-204': exposure([
    { send: remove(`/tasks/${UNKNOWN_ID}`), expect: json(404, 'deleting an unknown task returns 404') },
  ]),
  'empty-summary-returns-204': alone([
    { send: deleteAllTasks },
    { send: get('/tasks/summary'), expect: json(200, 'the summary of an empty board returns 200') },
  ]),
  'get-unknown-returns-null': exposure([
    { send: get(`/tasks/${UNKNOWN_ID}`), expect: json(404, 'reading an unknown task returns 404') },
  ]),
  'large-file-returns-413': onTask([
    {
      send: upload('task', file('large.bin', { repeat: 'x', times: MEBIBYTE + 1 })),
      expect: json(400, 'a file of more than 1 MB returns 400'),
    },
  ]),
  'replace-returns-204': onTask([{ send: replaceTask('task'), expect: json(200, 'replacing a task returns 200') }]),
  'unknown-comment-delete-returns-204': onTask([
    {
      send: remove(`/tasks/{task/id}/comments/${UNKNOWN_ID}`),
      expect: json(404, 'deleting an unknown comment returns 404'),
    },
  ]),
  'unknown-download-returns-204': onTask([
    {
      send: get(`/tasks/{task/id}/attachments/${UNKNOWN_ID}`),
      expect: json(404, 'downloading an unknown attachment returns 404'),
    },
  ]),
  'validation-returns-422': exposure([
    { send: createTask({ title: '' }), expect: json(400, 'a task with an empty title returns 400') },
  ]),
  'validation-returns-500': exposure([
    {
      send: { method: 'POST', path: '/tasks', body: { json: { status: 'TODO' } } },
      expect: json(400, 'a task without a title returns 400'),
    },
  ]),
  'wrong-media-type-returns-400': exposure([
    {
      send: {
        method: 'POST',
        path: '/tasks',
        headers: { 'Content-Type': 'text/plain' },
        body: { text: '{"title":"Task","status":"TODO"}' },
      },
      expect: json(415, 'a body of the type text/plain returns 415'),
    },
  ]),
  'wrong-method-returns-404': exposure([
    { send: { method: 'PATCH', path: '/tasks' }, expect: json(405, 'PATCH of the list returns 405') },
  ]),
}
