import {
  body,
  createComment,
  equals,
  expect,
  file,
  get,
  json,
  NEXT_SECOND,
  onTask,
  put,
  readTask,
  remove,
  shows,
  status,
  task,
  upload,
} from './build.js'
import type { Case, Cases, Expectation, FormPart } from './exposure.js'

const COMMENT = { as: 'comment', send: createComment() }
const FILES = { as: 'files', send: upload('task', file('notes.txt')) }
const DOWNLOAD = get('/tasks/{task/id}/attachments/{files/0/id}')

/** What the response to an upload has. */
const uploaded = (files: readonly FormPart[], ...values: Expectation[]): Case =>
  onTask([{ send: upload('task', ...files), expect: body(201, ...values) }])

/** The exposures of comments and attachments. */
export const PARTS: Cases = {
  'comment-keeps-updated-at': onTask([
    COMMENT,
    {
      after: NEXT_SECOND,
      send: put('/tasks/{task/id}/comments/{comment/id}', { text: 'Another comment' }),
      expect: body(
        200,
        expect('/updatedAt', { greaterThan: { $: 'comment/updatedAt' } }, 'updating a comment refreshes updatedAt'),
      ),
    },
  ]),
  'comment-touches-task': onTask([
    { after: NEXT_SECOND, send: createComment() },
    shows(readTask(), equals('/updatedAt', { $: 'task/updatedAt' }, 'a comment does not change updatedAt of its task')),
  ]),
  'comment-trimmed': onTask([
    {
      send: createComment('task', ' A comment '),
      expect: body(201, equals('/text', ' A comment ', 'white space around a comment is kept')),
    },
  ]),
  'comments-newest-first': onTask([
    { as: 'first', send: createComment() },
    { as: 'second', send: createComment() },
    shows(
      readTask(),
      equals('/comments/*/id', [{ $: 'first/id' }, { $: 'second/id' }], 'the oldest comment comes first'),
    ),
  ]),
  'other-comment-deletable': onTask([
    task('other'),
    COMMENT,
    {
      send: remove('/tasks/{other/id}/comments/{comment/id}'),
      expect: json(404, 'a comment of another task cannot be deleted'),
    },
  ]),
  'other-comment-updatable': onTask([
    task('other'),
    COMMENT,
    {
      send: put('/tasks/{other/id}/comments/{comment/id}', { text: 'Another comment' }),
      expect: json(404, 'a comment of another task cannot be updated'),
    },
  ]),
  'attachment-not-deleted': onTask([
    FILES,
    { send: remove('/tasks/{task/id}/attachments/{files/0/id}') },
    shows(readTask(), equals('/attachments', [], 'a deleted attachment is gone')),
  ]),
  'content-type-lost': uploaded(
    [file('notes.txt')],
    equals('/0/contentType', 'text/plain', 'a file keeps its media type'),
  ),
  'download-truncated': onTask([
    FILES,
    {
      send: DOWNLOAD,
      expect: [status(200), equals('bytes', 'text', 'a download has the bytes that were uploaded')],
    },
  ]),
  'file-name-without-extension': uploaded(
    [file('notes.txt')],
    equals('/0/fileName', 'notes.txt', 'a file keeps its name'),
  ),
  'file-size-off-by-one': uploaded(
    [file('notes.txt')],
    equals('/0/fileSizeBytes', 4, 'fileSizeBytes is the number of bytes'),
  ),
  'fourth-file-accepted': onTask([
    { send: upload('task', file('a.txt'), file('b.txt'), file('c.txt')) },
    { send: upload('task', file('d.txt')), expect: json(400, 'a fourth file is refused') },
  ]),
  'largest-file-refused': onTask([
    {
      send: upload('task', file('large.bin', { repeat: 'x', times: 1_048_576 })),
      expect: json(201, 'a file of exactly 1 MB is accepted'),
    },
  ]),
  'other-attachment-downloadable': onTask([
    task('other'),
    FILES,
    {
      send: get('/tasks/{other/id}/attachments/{files/0/id}'),
      expect: json(404, 'an attachment of another task cannot be downloaded'),
    },
  ]),
  'upload-keeps-first-file': uploaded(
    [file('a.txt'), file('b.txt')],
    equals('/*/fileName', ['a.txt', 'b.txt'], 'all files of an upload are stored'),
  ),
  'upload-touches-task': onTask([
    { after: NEXT_SECOND, send: upload('task', file('notes.txt')) },
    shows(readTask(), equals('/updatedAt', { $: 'task/updatedAt' }, 'an upload does not change updatedAt of its task')),
  ]),
  'content-disposition-missing': onTask([
    FILES,
    {
      send: DOWNLOAD,
      expect: [
        status(200),
        expect('header:content-disposition', { matches: 'notes\\.txt' }, 'a download has the name of the file'),
      ],
    },
  ]),
}
