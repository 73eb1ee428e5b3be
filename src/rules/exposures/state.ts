import {
  alone,
  body,
  createComment,
  createTask,
  deleteAllTasks,
  deleteTask,
  equals,
  expect,
  exposure,
  get,
  json,
  onTask,
  put,
  readTask,
  shows,
  task,
} from './build.js'
import type { Cases, Expectation } from './exposure.js'

const anotherId = (because: string): Expectation => expect('/id', { greaterThan: { $: 'deleted/id' } }, because)

export const STATE: Cases = {
  'delete-all-deletes-first-page': alone([
    { send: createTask(), times: 21 },
    { send: deleteAllTasks },
    shows(get('/tasks'), equals('/totalElements', 0, 'deleting all tasks also deletes those after the first page')),
  ]),
  'delete-all-keeps-comments': alone([
    task(),
    { as: 'comment', send: createComment() },
    { send: deleteAllTasks },
    {
      send: put('/tasks/{task/id}/comments/{comment/id}', { text: 'Another comment' }),
      expect: json(404, 'the comments of deleted tasks are deleted'),
    },
  ]),
  'delete-all-restarts-ids': alone([
    task('deleted'),
    { send: deleteAllTasks },
    { ...task(), expect: body(201, anotherId('an id is not used again after all tasks were deleted')) },
  ]),
  'deleted-id-comes-back': exposure([
    task('deleted'),
    { send: deleteTask('deleted') },
    { ...task(), expect: body(201, anotherId('the id of a deleted task is not used again')) },
  ]),
  'deleted-task-readable': onTask([
    { send: deleteTask() },
    { send: readTask(), expect: json(404, 'a deleted task is gone') },
  ]),
}
