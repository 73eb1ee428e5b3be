import {
  body,
  createComment,
  equals,
  expect,
  exposure,
  file,
  get,
  json,
  NEXT_SECOND,
  put,
  readTask,
  remove,
  status,
  task,
  upload,
} from '../build.js'
import type { Case, Cases, Expectation, FormPart } from '../exposure.js'

const COMMENT = { as: 'comment', send: createComment() }
const FILES = { as: 'files', send: upload('task', file('notes.txt')) }
const DOWNLOAD = get('/tasks/{task/id}/attachments/{files/0/id}')

/** What the response to an upload has. */
const uploaded = (files: readonly FormPart[], ...values: Expectation[]): Case =>
  exposure([task(), { send: upload('task', ...files), expect: body(201, ...values) }])

/** The exposures of comments and attachments. */
export const PARTS: Cases = {
  'comment-keeps-updated-at': exposure([
    task(),
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
  'comment-touches-task': exposure([
    task(),
    { after: NEXT_SECOND, send: createComment() },
    {
      send: readTask(),
      expect: body(
        200,
        equals('/updatedAt', { $: 'task/updatedAt' }, 'a comment does not change updatedAt of its task'),
      ),
    },
  ]),
  'comment-trimmed': exposure([
    task(),
    {
      send: createComment('task', ' A comment '),
      expect: body(201, equals('/text', ' A comment ', 'white space around a comment is kept')),
    },
  ]),
  'comments-newest-first': exposure([
    task(),
    { as: 'first', send: createComment() },
    { as: 'second', send: createComment() },
    {
      send: readTask(),
      expect: body(
        200,
        equals('/comments/*/id', [{ $: 'first/id' }, { $: 'second/id' }], 'the oldest comment comes first'),
      ),
    },
  ]),
  'other-comment-deletable': exposure([
    task(),
    task('other'),
    COMMENT,
    {
      send: remove('/tasks/{other/id}/comments/{comment/id}'),
      expect: json(404, 'a comment of another task cannot be deleted'),
    },
  ]),
  'other-comment-updatable': exposure([
    task(),
    task('other'),
    COMMENT,
    {
      send: put('/tasks/{other/id}/comments/{comment/id}', { text: 'Another comment' }),
      expect: json(404, 'a comment of another task cannot be updated'),
    },
  ]),
  'attachment-not-deleted': exposure([
    task(),
    FILES,
    { send: remove('/tasks/{task/id}/attachments/{files/0/id}') },
    { send: readTask(), expect: body(200, equals('/attachments', [], 'a deleted attachment is gone')) },
  ]),
  'content-type-lost': uploaded(
    [file('notes.txt')],
    equals('/0/contentType', 'text/plain', 'a file keeps its media type'),
  ),
  'download-truncated': exposure([
    task(),
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
  'fourth-file-accepted': exposure([
    task(),
    { send: upload('task', file('a.txt'), file('b.txt'), file('c.txt')) },
    { send: upload('task', file('d.txt')), expect: json(400, 'a fourth file is refused') },
  ]),
  'largest-file-refused': exposure([
    task(),
    {
      send: upload('task', file('large.bin', { repeat: 'x', times: 1_048_576 })),
      expect: json(201, 'a file of exactly 1 MB is accepted'),
    },
  ]),
  'other-attachment-downloadable': exposure([
    task(),
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
  'upload-touches-task': exposure([
    task(),
    { after: NEXT_SECOND, send: upload('task', file('notes.txt')) },
    {
      send: readTask(),
      expect: body(
        200,
        equals('/updatedAt', { $: 'task/updatedAt' }, 'an upload does not change updatedAt of its task'),
      ),
    },
  ]),
  'content-disposition-missing': exposure([
    task(),
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
