import { body, createTask, equals, expect, exposure, get, UNKNOWN_ID } from './build.js'
import type { Case, Cases, Expectation, Value } from './exposure.js'

/** What the error of an unknown task has. */
const unknownTask = (...values: Expectation[]): Case =>
  exposure([{ send: get(`/tasks/${UNKNOWN_ID}`), expect: body(404, ...values) }])

/** What the error of an invalid task has. */
const invalidTask = (values: Record<string, Value>, ...expectations: Expectation[]): Case =>
  exposure([{ send: createTask(values), expect: body(400, ...expectations) }])

const TITLE_MESSAGE = equals('/message', 'Validation failed', 'the message says that the validation failed')

export const ERROR_BODIES: Cases = {
  'error-keys-without-index': invalidTask(
    { labels: ['a', ''] },
    expect('/errors/labels[1]', { matches: '.' }, 'the key of an invalid label has its index'),
  ),
  'error-media-type-is-text': exposure([
    {
      send: get(`/tasks/${UNKNOWN_ID}`),
      expect: [
        equals('status', 404, 'the status is 404'),
        expect('header:content-type', { matches: '^application/json' }, 'an error is JSON'),
      ],
    },
  ]),
  'error-path-constant': unknownTask(
    equals('/path', `{basePath}/tasks/${UNKNOWN_ID}`, 'the path of an error is the path of the request'),
  ),
  'error-path-with-query': exposure([
    {
      send: get('/tasks?size=0'),
      expect: body(400, equals('/path', '{basePath}/tasks', 'the path of an error has no query')),
    },
  ]),
  'error-status-is-text': unknownTask(equals('/status', 404, 'the status in an error is a number')),
  'error-without-errors': invalidTask(
    { title: '' },
    TITLE_MESSAGE,
    expect('/errors/title', { matches: '.' }, 'an invalid title has a message in errors'),
  ),
  'error-without-timestamp': unknownTask(
    expect('/timestamp', { matches: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}' }, 'an error has a timestamp'),
  ),
  'first-invalid-field-only': invalidTask(
    { title: '', priority: 'NONE' },
    expect('/errors/title', { matches: '.' }, 'errors names the invalid title'),
    expect('/errors/priority', { matches: '.' }, 'errors also names the invalid priority'),
  ),
  'not-found-without-id': unknownTask(
    expect('/message', { matches: UNKNOWN_ID }, 'the message for an unknown task contains its id'),
  ),
}
