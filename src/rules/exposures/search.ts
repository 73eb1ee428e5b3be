import { createComment, equals, exposure, get, listTasks, only, order, replaceTask, shows, task } from './build.js'
import type { Case, Cases, Step, Value } from './exposure.js'

/** A search that finds the task of the first step. */
const found = (steps: readonly Step[], search: string, because: string): Case =>
  exposure([...steps, shows(get(`/tasks?search=${search}`), order(['task'], because))])

/** A search that finds nothing. */
const notFound = (steps: readonly Step[], search: string, because: string): Case =>
  exposure([...steps, shows(get(`/tasks?search=${search}`), equals('/content', [], because))])

const taskWith = (values: Record<string, Value>): Step[] => [task('task', values)]

export const SEARCH: Cases = {
  'search-drops-filters': exposure([
    task('todo'),
    task('done', { status: 'DONE' }),
    shows(listTasks('status=DONE'), only(['done'], 'a search also applies the filter status')),
  ]),
  'search-finds-any-word': notFound(
    taskWith({ title: 'Bread {run}' }),
    'milk%20{run}',
    'a search does not find a task that contains only one of its words',
  ),
  'search-finds-comments': notFound(
    [task(), { send: createComment('task', 'Call {run}') }],
    'call%20{run}',
    'a search does not find texts in comments',
  ),
  'search-folds-only-ascii': found(
    taskWith({ title: '\u00c9t\u00e9 {run}' }),
    '%C3%A9t%C3%A9%20{run}',
    'a search for é finds É',
  ),
  'search-has-wildcards': notFound([task()], 'Task%25{run}', 'a % in a search stands for itself'),
  'search-index-outdated': found(
    [...taskWith({ title: 'Milk {run}' }), { send: replaceTask('task', { title: 'Bread {run}' }) }],
    'Bread%20{run}',
    'a search finds the new title of a task',
  ),
  'search-is-case-sensitive': found(
    taskWith({ title: 'MILK {run}' }),
    'milk%20{run}',
    'a search in small letters finds capital letters',
  ),
  'search-skips-description': found(
    taskWith({ description: 'oats {run}' }),
    'oats%20{run}',
    'a search finds texts in descriptions',
  ),
  'search-skips-labels': found(taskWith({ labels: ['home {run}'] }), 'home%20{run}', 'a search finds texts in labels'),
}
