import {
  body,
  createComment,
  equals,
  expect,
  exposure,
  file,
  listTasks,
  NEXT_SECOND,
  onTask,
  order,
  replaceTask,
  shows,
  task,
  upload,
} from './build.js'
import type { Cases } from './exposure.js'

const CHECKLIST = [
  { text: 'Oats', done: false },
  { text: 'Rice', done: false },
]

export const REPLACE: Cases = {
  'put-ignores-status': onTask([
    shows(replaceTask('task', { status: 'DONE' }), equals('/status', 'DONE', 'a task has the status that PUT sent')),
  ]),
  'put-keeps-omitted-fields': exposure([
    task('task', { description: 'Two litres' }),
    shows(replaceTask('task'), equals('/description', null, 'a description that PUT omits is null')),
  ]),
  'put-keeps-updated-at': onTask([
    {
      after: NEXT_SECOND,
      send: replaceTask('task'),
      expect: body(200, expect('/updatedAt', { greaterThan: { $: 'task/updatedAt' } }, 'PUT refreshes updatedAt')),
    },
  ]),
  'put-loses-attachments': onTask([
    { as: 'files', send: upload('task', file('notes.txt')) },
    shows(replaceTask('task'), equals('/attachments', { $: 'files' }, 'attachments stay when their task is replaced')),
  ]),
  'put-loses-comments': onTask([
    { as: 'comment', send: createComment() },
    shows(
      replaceTask('task'),
      equals('/comments/*/id', [{ $: 'comment/id' }], 'comments stay when their task is replaced'),
    ),
  ]),
  'put-merges-labels': exposure([
    task('task', { labels: ['home'] }),
    shows(replaceTask('task', { labels: ['shop'] }), equals('/labels', ['shop'], 'PUT replaces the labels')),
  ]),
  'put-moves-to-end': exposure([
    task('first'),
    task('second'),
    { send: replaceTask('first') },
    shows(listTasks('sort=sortOrder'), order(['first', 'second'], 'a task that keeps its status keeps its place')),
  ]),
  'put-renews-checklist-ids': exposure([
    task('task', { checklistItems: CHECKLIST }),
    shows(
      replaceTask('task', { checklistItems: CHECKLIST }),
      equals('/checklistItems/0/id', { $: 'task/checklistItems/0/id' }, 'an item with the same text keeps its id'),
    ),
  ]),
  'put-resets-created-at': onTask([
    {
      after: NEXT_SECOND,
      send: replaceTask('task'),
      expect: body(200, equals('/createdAt', { $: 'task/createdAt' }, 'PUT keeps createdAt')),
    },
  ]),
}
