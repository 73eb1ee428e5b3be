import {
  body,
  createComment,
  createTask,
  deleteTask,
  expect,
  exposure,
  file,
  listTasks,
  onTask,
  readTask,
  remove,
  shows,
  upload,
} from './build.js'
import type { Cases } from './exposure.js'

/** Requests at the same time. */
export const CONCURRENCY: Cases = {
  'concurrent-creates-share-place': {
    ...exposure([
      { send: [createTask(), createTask()] },
      {
        as: 'list',
        send: listTasks(),
        expect: body(
          200,
          expect(
            '/content/*/sortOrder',
            { unique: true },
            'tasks that are created at the same time have own positions',
          ),
        ),
      },
    ]),
    cleanUp: [remove('/tasks/{list/content/0/id}'), remove('/tasks/{list/content/1/id}')],
  },
  'concurrent-comments-lost': onTask([
    { send: [createComment('task', 'first'), createComment('task', 'second')] },
    shows(
      readTask(),
      expect(
        '/comments/*/text',
        { sameItems: ['first', 'second'] },
        'comments that are created at the same time are all stored',
      ),
    ),
  ]),
  'concurrent-deletes-succeed': onTask([
    {
      send: [deleteTask(), deleteTask()],
      expect: [expect('status', { sameItems: [204, 404] }, 'of two deletes at the same time, one returns 404')],
    },
  ]),
  'concurrent-uploads-lost': onTask([
    { send: [upload('task', file('a.txt')), upload('task', file('b.txt'))] },
    shows(
      readTask(),
      expect(
        '/attachments/*/fileName',
        { sameItems: ['a.txt', 'b.txt'] },
        'files that are uploaded at the same time are all stored',
      ),
    ),
  ]),
}
