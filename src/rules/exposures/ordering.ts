import {
  alone,
  body,
  deleteTask,
  equals,
  expect,
  exposure,
  get,
  listTasks,
  moveTask,
  NEXT_SECOND,
  onTask,
  order,
  readTask,
  replaceTask,
  shows,
  task,
} from './build.js'
import type { Cases } from './exposure.js'

const CHECKLIST = [{ text: 'Oats', done: true }]

export const ORDERING: Cases = {
  'delete-leaves-gap': alone([
    task('first'),
    task('second'),
    { send: deleteTask('first') },
    shows(
      readTask('second'),
      equals('/sortOrder', { $: 'first/sortOrder' }, 'a deleted task leaves no gap in its column'),
    ),
  ]),
  'index-counted-from-1': alone([
    task('first', { status: 'DONE' }),
    task('second', { status: 'DONE' }),
    task('moved'),
    shows(
      moveTask('moved', 'DONE', { $: 'second/sortOrder' }),
      equals('/sortOrder', { $: 'second/sortOrder' }, 'a moved task is at targetIndex'),
    ),
  ]),
  'move-keeps-status': onTask([
    shows(moveTask('task', 'DONE', 0), equals('/status', 'DONE', 'a moved task has the status targetStatus')),
  ]),
  'new-task-comes-first': exposure([
    task('first'),
    task('second'),
    shows(listTasks('sort=sortOrder'), order(['first', 'second'], 'a new task is at the end of its column')),
  ]),
  'put-moves-to-start': exposure([
    task('done', { status: 'DONE' }),
    task('changed'),
    { send: replaceTask('changed', { status: 'DONE' }) },
    shows(
      listTasks('sort=sortOrder'),
      order(['done', 'changed'], 'a task whose status changes goes to the end of the column'),
    ),
  ]),
  'reorder-appends': exposure([
    task('done', { status: 'DONE' }),
    task('moved'),
    shows(moveTask('moved', 'DONE', 0), equals('/sortOrder', 0, 'a task that is moved to index 0 comes first')),
  ]),
  'reorder-empties-checklist': exposure([
    task('task', { checklistItems: CHECKLIST }),
    { send: moveTask('task', 'DONE', 0) },
    shows(readTask(), equals('/checklistItems', { $: 'task/checklistItems' }, 'a moved task keeps its checklist')),
  ]),
  'reorder-keeps-updated-at': onTask([
    {
      after: NEXT_SECOND,
      send: moveTask('task', 'DONE', 0),
      expect: body(
        200,
        expect('/updatedAt', { greaterThan: { $: 'task/updatedAt' } }, 'a reorder refreshes updatedAt'),
      ),
    },
  ]),
  'reorder-off-by-one': alone([
    task('first'),
    task('second'),
    shows(
      moveTask('first', 'TODO', { $: 'second/sortOrder' }),
      equals('/sortOrder', { $: 'second/sortOrder' }, 'a task that moves down ends at targetIndex'),
    ),
  ]),
  'summary-is-cached': alone([
    { as: 'before', send: get('/tasks/summary') },
    task(),
    shows(
      get('/tasks/summary'),
      expect('/totalTasks', { equals: { $: 'before/totalTasks' }, plus: 1 }, 'the summary counts a new task at once'),
    ),
  ]),
  'summary-total-lacks-column': alone([
    { as: 'before', send: get('/tasks/summary') },
    task('task', { status: 'DONE' }),
    shows(
      get('/tasks/summary'),
      expect(
        '/totalTasks',
        { equals: { $: 'before/totalTasks' }, plus: 1 },
        'totalTasks also counts the tasks that are DONE',
      ),
    ),
  ]),
}
