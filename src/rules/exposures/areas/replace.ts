import {
  body,
  createComment,
  equals,
  expect,
  exposure,
  file,
  listTasks,
  NEXT_SECOND,
  order,
  replaceTask,
  task,
  upload,
} from '../build.js'
import type { Cases } from '../exposure.js'

const CHECKLIST = [
  { text: 'Oats', done: false },
  { text: 'Rice', done: false },
]

export const REPLACE: Cases = {
  'put-ignores-status': exposure([
    task(),
    {
      send: replaceTask('task', { status: 'DONE' }),
      expect: body(200, equals('/status', 'DONE', 'a task has the status that PUT sent')),
    },
  ]),
  'put-keeps-omitted-fields': exposure([
    task('task', { description: 'Two litres' }),
    {
      send: replaceTask('task'),
      expect: body(200, equals('/description', null, 'a description that PUT omits is null')),
    },
  ]),
  'put-keeps-updated-at': exposure([
    task(),
    {
      after: NEXT_SECOND,
      send: replaceTask('task'),
      expect: body(200, expect('/updatedAt', { greaterThan: { $: 'task/updatedAt' } }, 'PUT refreshes updatedAt')),
    },
  ]),
  'put-loses-attachments': exposure([
    task(),
    { as: 'files', send: upload('task', file('notes.txt')) },
    {
      send: replaceTask('task'),
      expect: body(200, equals('/attachments', { $: 'files' }, 'attachments stay when their task is replaced')),
    },
  ]),
  'put-loses-comments': exposure([
    task(),
    { as: 'comment', send: createComment() },
    {
      send: replaceTask('task'),
      expect: body(200, equals('/comments/*/id', [{ $: 'comment/id' }], 'comments stay when their task is replaced')),
    },
  ]),
  'put-merges-labels': exposure([
    task('task', { labels: ['home'] }),
    {
      send: replaceTask('task', { labels: ['shop'] }),
      expect: body(200, equals('/labels', ['shop'], 'PUT replaces the labels')),
    },
  ]),
  'put-moves-to-end': exposure([
    task('first'),
    task('second'),
    { send: replaceTask('first') },
    {
      send: listTasks('sort=sortOrder'),
      expect: body(200, order(['first', 'second'], 'a task that keeps its status keeps its place')),
    },
  ]),
  'put-renews-checklist-ids': exposure([
    task('task', { checklistItems: CHECKLIST }),
    {
      send: replaceTask('task', { checklistItems: CHECKLIST }),
      expect: body(
        200,
        equals('/checklistItems/0/id', { $: 'task/checklistItems/0/id' }, 'an item with the same text keeps its id'),
      ),
    },
  ]),
  'put-resets-created-at': exposure([
    task(),
    {
      after: NEXT_SECOND,
      send: replaceTask('task'),
      expect: body(200, equals('/createdAt', { $: 'task/createdAt' }, 'PUT keeps createdAt')),
    },
  ]),
}
