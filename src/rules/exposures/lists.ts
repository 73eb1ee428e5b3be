import { createComment, equals, exposure, get, json, listTasks, only, onTask, order, shows, task } from './build.js'
import type { Case, Cases, Expectation, Step } from './exposure.js'

/** What the list of some tasks has. The names of the steps are the names of the tasks. */
const listed = (tasks: readonly Step[], query: string, ...values: Expectation[]): Case =>
  exposure([...tasks, shows(listTasks(query), ...values)])

const TWO = [task('first'), task('second')]
const THREE = [...TWO, task('third')]

export const LISTS: Cases = {
  'filters-joined-by-or': listed(
    [
      task('both', { status: 'DONE', priority: 'HIGH' }),
      task('done', { status: 'DONE', priority: 'LOW' }),
      task('high', { priority: 'HIGH' }),
    ],
    'status=DONE&priority=HIGH',
    only(['both'], 'a list contains the tasks that match all filters'),
  ),
  'last-page-lacks-task': listed(THREE, 'size=2&page=1', order(['third'], 'the last page contains the last task')),
  'list-ignores-direction': listed(
    TWO,
    'direction=desc',
    order(['second', 'first'], 'direction=desc reverses the order'),
  ),
  'list-ignores-priority': listed(
    [task('low', { priority: 'LOW' }), task('high', { priority: 'HIGH' })],
    'priority=HIGH',
    only(['high'], 'the filter priority returns only tasks with this priority'),
  ),
  'list-ignores-status': listed(
    [task('todo'), task('done', { status: 'DONE' })],
    'status=DONE',
    only(['done'], 'the filter status returns only tasks with this status'),
  ),
  'missing-dates-first': listed(
    [task('undated'), task('dated', { dueDate: '2026-04-30' })],
    'sort=dueDate',
    order(['dated', 'undated'], 'tasks without a due date come last'),
  ),
  'page-counted-from-1': listed(TWO, 'size=1&page=1', order(['second'], 'page 1 is the second page')),
  'page-past-end-returns-404': exposure([
    {
      send: listTasks('page=7'),
      expect: [...json(200, 'a page past the end returns 200'), equals('/content', [], 'a page past the end is empty')],
    },
  ]),
  'size-ignored': listed(TWO, 'size=1', order(['first'], 'a page has as many tasks as size says')),
  'status-sorted-by-name': listed(
    [task('done', { status: 'DONE' }), task('todo')],
    'sort=status',
    order(['todo', 'done'], 'TODO comes before DONE'),
  ),
  'ties-unstable': listed(
    THREE,
    'sort=priority&size=2&page=1',
    order(['third'], 'equal values are in the order of the ids, so pages do not overlap'),
  ),
  'title-order-ignores-case': listed(
    [task('lower', { title: 'a {run}' }), task('upper', { title: 'B {run}' })],
    'sort=title',
    order(['upper', 'lower'], 'titles are sorted by code point, so B comes before a'),
  ),
  'total-elements-of-page': listed(
    TWO,
    'size=1',
    equals('/totalElements', 2, 'totalElements counts the tasks of all pages'),
  ),
  'total-pages-rounded-down': listed(THREE, 'size=2', equals('/totalPages', 2, 'totalPages is rounded up')),
  'current-page-counted-from-1': listed([], 'page=0', equals('/currentPage', 0, 'the first page has the number 0')),
  'empty-board-has-page': listed([], '', equals('/totalPages', 0, 'an empty list has 0 pages')),
  'largest-page-size-refused': exposure([
    { send: get('/tasks?size=100'), expect: json(200, 'a page size of 100 is accepted') },
  ]),
  'list-without-comments': onTask([
    { as: 'comment', send: createComment() },
    shows(
      listTasks(),
      equals('/content/0/comments/*/id', [{ $: 'comment/id' }], 'the tasks of a list have their comments'),
    ),
  ]),
  'newest-first-by-default': listed(
    TWO,
    '',
    order(['first', 'second'], 'without sort, tasks are in the order of their ids'),
  ),
  'page-sorted-alone': listed(
    TWO,
    'sort=id&direction=desc&size=1',
    order(['second'], 'a list is sorted before it is divided into pages'),
  ),
  'priority-sorted-by-name': listed(
    [task('low', { priority: 'LOW' }), task('high', { priority: 'HIGH' })],
    'sort=priority',
    order(['low', 'high'], 'LOW comes before HIGH'),
  ),
  'total-ignores-filters': listed(
    [task('todo'), task('done', { status: 'DONE' })],
    'status=DONE',
    equals('/totalElements', 1, 'totalElements counts the tasks that match the filter'),
  ),
}
