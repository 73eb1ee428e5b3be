import { body, equals, expect, exposure, task } from './build.js'
import type { Case, Cases, Expectation, Value } from './exposure.js'

/** What the response to a new task has. */
const created = (values: Record<string, Value>, ...expectations: Expectation[]): Case =>
  exposure([{ ...task('task', values), expect: body(201, ...expectations) }])

export const FIELDS: Cases = {
  'default-priority-is-low': created({}, equals('/priority', 'MEDIUM', 'a task without a priority is MEDIUM')),
  'due-date-previous-day': created(
    { dueDate: '2026-04-30' },
    equals('/dueDate', '2026-04-30', 'the due date is the day that was sent'),
  ),
  'due-date-with-time': created(
    { dueDate: '2026-04-30' },
    equals('/dueDate', '2026-04-30', 'the due date has no time'),
  ),
  'labels-sorted': created(
    { labels: ['b', 'a', 'b'] },
    equals('/labels', ['b', 'a', 'b'], 'labels keep their order and duplicates'),
  ),
  'missing-description-is-empty': created({}, equals('/description', null, 'an absent description is null')),
  'missing-labels-are-null': created({}, equals('/labels', [], 'absent labels are an empty list')),
  'text-composed': created(
    { description: 'cafe\u0301' },
    equals('/description', 'cafe\u0301', 'a letter and its accent stay two characters'),
  ),
  'text-escaped': created({ title: 'a < b & c {run}' }, equals('/title', 'a < b & c {run}', 'a title is not escaped')),
  'timestamps-with-milliseconds': created(
    {},
    expect('/createdAt', { matches: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }, 'timestamps have whole seconds'),
  ),
  'title-trimmed': created(
    { title: ' Buy milk {run} ' },
    equals('/title', ' Buy milk {run} ', 'white space around a title is kept'),
  ),
}
