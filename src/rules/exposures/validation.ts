import { createComment, createTask, exposure, file, get, json, moveTask, onTask, post, task, upload } from './build.js'
import type { Case, Cases, Value } from './exposure.js'

/** A task that is refused. */
const refused = (values: Record<string, Value>, because: string): Case =>
  exposure([{ send: createTask(values), expect: json(400, because) }])

/** A query of the list that is refused. */
const refusedQuery = (query: string, because: string): Case =>
  exposure([{ send: get(`/tasks?${query}`), expect: json(400, because) }])

const textOf = (length: number) => 'x'.repeat(length)

export const VALIDATION: Cases = {
  'blank-comment-accepted': onTask([
    { send: createComment('task', ' '), expect: json(400, 'a comment of white space is refused') },
  ]),
  'blank-title-accepted': refused({ title: '  ' }, 'a title of white space is refused'),
  'checklist-text-too-long-accepted': refused(
    { checklistItems: [{ text: textOf(201) }] },
    'a checklist item of 201 characters is refused',
  ),
  'description-too-long-accepted': refused({ description: textOf(501) }, 'a description of 501 characters is refused'),
  'due-date-rolls-over': refused({ dueDate: '2026-02-30' }, 'a day that does not exist is refused'),
  'longest-title-refused': exposure([
    { ...task('task', { title: textOf(100) }), expect: json(201, 'a title of 100 characters is accepted') },
  ]),
  'missing-status-accepted': exposure([
    { send: post('/tasks', { title: 'Task {run}' }), expect: json(400, 'a task without a status is refused') },
  ]),
  'negative-index-accepted': onTask([
    { send: moveTask('task', 'TODO', -1), expect: json(400, 'a negative index is refused') },
  ]),
  'negative-page-accepted': refusedQuery('page=-1', 'a negative page is refused'),
  'number-as-title-accepted': refused({ title: 5 }, 'a number as the title is refused'),
  'page-size-clamped': refusedQuery('size=101', 'a page size of 101 is refused'),
  'title-too-long-accepted': refused({ title: textOf(101) }, 'a title of 101 characters is refused'),
  'unknown-sort-ignored': refusedQuery('sort=color', 'an unknown sort field is refused'),
  'unknown-status-accepted': refused({ status: 'LATER' }, 'an unknown status is refused'),
  'comment-too-long-accepted': onTask([
    { send: createComment('task', textOf(1001)), expect: json(400, 'a comment of 1,001 characters is refused') },
  ]),
  'empty-file-refused': onTask([
    { send: upload('task', file('empty.txt', '')), expect: json(201, 'an empty file is accepted') },
  ]),
  'index-past-end-refused': onTask([
    { send: moveTask('task', 'DONE', 1_000_000), expect: json(200, 'an index past the end means the end') },
  ]),
  'too-many-labels-accepted': refused(
    { labels: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] },
    'a task with 11 labels is refused',
  ),
}
