import { multipart, type RequestOptions, type Service } from '../../kit/helper.js'

/** What a response of v1 has that a fault can apply to (decision 36). */
export type Trait = 'task' | 'page' | 'search' | 'creation' | 'timestamp'

/** A request with its path relative to the variant, and the status and the traits of v1's response. */
export interface Operation {
  name: string
  request: string
  options?: RequestOptions
  status: number
  traits: Trait[]
}

/** A text with characters that JSON serialisers escape differently. */
const AWKWARD = 'quote " backslash \\ slash / tab \t line \n \u0001 \u007f \u2028 é 😀 </script>'

const INPUT = { title: 'A new task', status: 'TODO', description: AWKWARD, labels: ['new'] }
const JSON_FILE = {
  fileName: 'page.json',
  type: 'application/json',
  content: '{ "content": [], "totalPages": 1, "currentPage": 1, "createdAt": "2026-03-02T08:30:00Z" }',
}
const FILE = { fileName: 'a.txt', type: 'text/plain', content: 'one' }

function success(name: string, request: string, traits: Trait[], options?: RequestOptions): Operation {
  const status = request.startsWith('DELETE') ? 204 : traits.includes('creation') ? 201 : 200
  return { name, request, status, traits, ...(options && { options }) }
}

function failure(name: string, status: number, request: string, options?: RequestOptions): Operation {
  return { name, request, status, traits: [], ...(options && { options }) }
}

/** Every operation, with successes and errors, in an order that works on the board of `fillBoard`. */
export const OPERATIONS: readonly Operation[] = [
  success('list', 'GET /tasks', ['task', 'page', 'timestamp']),
  success('list of one task', 'GET /tasks?size=1', ['task', 'page', 'timestamp']),
  success('empty list', 'GET /tasks?status=DONE&priority=URGENT', ['page']),
  success('page past the end', 'GET /tasks?page=9007199254740991', ['page']),
  success('list with a search', 'GET /tasks?search=FOO', ['task', 'page', 'search', 'timestamp']),
  success('list with an empty search', 'GET /tasks?search=', ['task', 'page', 'timestamp']),
  failure('invalid list', 400, 'GET /tasks?size=0'),
  success('summary', 'GET /tasks/summary', []),
  success('get', 'GET /tasks/1', ['task', 'timestamp']),
  failure('invalid get', 400, 'GET /tasks/x'),
  failure('get of an unknown task', 404, 'GET /tasks/999'),
  success('create', 'POST /tasks', ['task', 'creation', 'timestamp'], { json: INPUT }),
  failure('invalid create', 400, 'POST /tasks', { json: { status: 'TODO' } }),
  failure('create with malformed JSON', 400, 'POST /tasks', {
    body: '{',
    headers: { 'content-type': 'application/json' },
  }),
  failure('create with another media type', 415, 'POST /tasks', {
    body: 'title',
    headers: { 'content-type': 'text/plain' },
  }),
  failure('create with an oversized body', 413, 'POST /tasks', {
    json: { ...INPUT, title: 'x'.repeat(1_048_576) },
  }),
  success('replace', 'PUT /tasks/1', ['task', 'timestamp'], { json: INPUT }),
  failure('replace of an unknown task', 404, 'PUT /tasks/999', { json: INPUT }),
  success('reorder', 'POST /tasks/1/reorder', ['task', 'timestamp'], {
    json: { targetStatus: 'DONE', targetIndex: 0 },
  }),
  failure('invalid reorder', 400, 'POST /tasks/1/reorder', { json: {} }),
  success('create comment', 'POST /tasks/1/comments', ['creation', 'timestamp'], { json: { text: AWKWARD } }),
  failure('comment on an unknown task', 404, 'POST /tasks/999/comments', { json: { text: 'x' } }),
  success('update comment', 'PUT /tasks/1/comments/1', ['timestamp'], { json: { text: 'Changed' } }),
  failure('update of an unknown comment', 404, 'PUT /tasks/2/comments/1', { json: { text: 'x' } }),
  success('upload of one file', 'POST /tasks/2/attachments', ['creation', 'timestamp'], multipart([FILE])),
  success('upload of two files', 'POST /tasks/1/attachments', ['creation', 'timestamp'], {
    ...multipart([FILE, { ...FILE, fileName: 'b.txt' }]),
  }),
  failure('upload of too many files', 400, 'POST /tasks/1/attachments', multipart([FILE])),
  success('download', 'GET /tasks/1/attachments/1', []),
  failure('download of an unknown attachment', 404, 'GET /tasks/1/attachments/999'),
  success('delete attachment', 'DELETE /tasks/1/attachments/1', []),
  success('delete comment', 'DELETE /tasks/1/comments/1', []),
  success('delete task', 'DELETE /tasks/1', []),
  failure('delete of an unknown task', 404, 'DELETE /tasks/1'),
  success('delete all', 'DELETE /tasks', []),
]

/** Creates what the operations need through v1: five tasks, and comment 1 and attachment 1 on task 1. */
export async function fillBoard({ createTask, send }: Service): Promise<void> {
  await createTask({ title: 'foo', description: AWKWARD, checklistItems: [{ text: AWKWARD }] })
  await createTask({ title: 'FOO', status: 'IN_PROGRESS', priority: 'URGENT' })
  await createTask({ title: 'In the description', description: 'a Foo here', dueDate: '2026-04-30' })
  await createTask({ title: 'In a label', labels: ['none', 'xFOOx'], status: 'DONE' })
  await createTask({ title: 'Nowhere' })
  await send('POST /api/v1/tasks/1/comments', { json: { text: AWKWARD } })
  await send('POST /api/v1/tasks/1/attachments', multipart([JSON_FILE]))
}

/** A request below a variant: `GET /tasks` becomes `GET /api/v2/tasks`. */
export function inVariant(variant: string, request: string): string {
  return request.replace(' ', ` /api/${variant}`)
}
