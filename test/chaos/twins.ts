import type { Test } from 'tap'
import type { AppOptions } from '../../src/app.js'
import {
  multipart,
  NO_FAULTS,
  type Reply,
  type RequestOptions,
  type Service,
  startService,
} from '../helper.js'

/** What an answer of v1 has that a fault can apply to (decision 36). */
export type Trait = 'task' | 'page' | 'search' | 'creation' | 'timestamp'

/** A request, its path relative to the variant, with the status and the traits of v1's answer. */
export interface Operation {
  name: string
  request: string
  options?: RequestOptions
  status: number
  traits: Trait[]
}

/** A text with characters that writers of JSON escape differently. */
export const AWKWARD = 'quote " backslash \\ slash / tab \t line \n \u0001 \u007f \u2028 é 😀 </script>'

const INPUT = { title: 'A new task', status: 'TODO', description: AWKWARD, labels: ['new'] }
const jsonFile = {
  fileName: 'page.json',
  type: 'application/json',
  content: '{ "content": [], "totalPages": 1, "currentPage": 1, "createdAt": "2026-03-02T08:30:00Z" }',
}
const file = { fileName: 'a.txt', type: 'text/plain', content: 'one' }

function success(name: string, request: string, traits: Trait[], options?: RequestOptions): Operation {
  const [method] = request.split(' ')
  const status = method === 'DELETE' ? 204 : traits.includes('creation') ? 201 : 200
  return { name, request, status, traits, ...(options && { options }) }
}

function failure(name: string, status: number, request: string, options?: RequestOptions): Operation {
  return { name, request, status, traits: [], ...(options && { options }) }
}

/** Every operation, also where it is refused, in an order in which each finds what it needs on the board of `fillBoard`. */
export const OPERATIONS: readonly Operation[] = [
  success('list', 'GET /tasks', ['task', 'page', 'timestamp']),
  success('list of one task', 'GET /tasks?size=1', ['task', 'page', 'timestamp']),
  success('list with nothing', 'GET /tasks?status=DONE&priority=URGENT', ['page']),
  success('list past the end', 'GET /tasks?page=9007199254740991', ['page']),
  success('list with a search', 'GET /tasks?search=FOO', ['task', 'page', 'search', 'timestamp']),
  success('list with an empty search', 'GET /tasks?search=', ['task', 'page', 'timestamp']),
  failure('list refused', 400, 'GET /tasks?size=0'),
  success('summary', 'GET /tasks/summary', []),
  success('get', 'GET /tasks/1', ['task', 'timestamp']),
  failure('get refused', 400, 'GET /tasks/x'),
  failure('get of nothing', 404, 'GET /tasks/999'),
  success('create', 'POST /tasks', ['task', 'creation', 'timestamp'], { json: INPUT }),
  failure('create refused', 400, 'POST /tasks', { json: { status: 'TODO' } }),
  failure('create with malformed JSON', 400, 'POST /tasks', {
    body: '{',
    headers: { 'content-type': 'application/json' },
  }),
  failure('create with another media type', 415, 'POST /tasks', {
    body: 'title',
    headers: { 'content-type': 'text/plain' },
  }),
  failure('create with a body that is too large', 413, 'POST /tasks', {
    json: { ...INPUT, title: 'x'.repeat(1_048_576) },
  }),
  success('replace', 'PUT /tasks/1', ['task', 'timestamp'], { json: INPUT }),
  failure('replace of nothing', 404, 'PUT /tasks/999', { json: INPUT }),
  success('reorder', 'POST /tasks/1/reorder', ['task', 'timestamp'], {
    json: { targetStatus: 'DONE', targetIndex: 0 },
  }),
  failure('reorder refused', 400, 'POST /tasks/1/reorder', { json: {} }),
  success('create comment', 'POST /tasks/1/comments', ['creation', 'timestamp'], { json: { text: AWKWARD } }),
  failure('create comment on nothing', 404, 'POST /tasks/999/comments', { json: { text: 'x' } }),
  success('update comment', 'PUT /tasks/1/comments/1', ['timestamp'], { json: { text: 'Changed' } }),
  failure('update of no comment', 404, 'PUT /tasks/2/comments/1', { json: { text: 'x' } }),
  success('upload of one file', 'POST /tasks/2/attachments', ['creation', 'timestamp'], multipart([file])),
  success('upload of two files', 'POST /tasks/1/attachments', ['creation', 'timestamp'], {
    ...multipart([file, { ...file, fileName: 'b.txt' }]),
  }),
  failure('upload of too many files', 400, 'POST /tasks/1/attachments', multipart([file])),
  success('download', 'GET /tasks/1/attachments/1', []),
  failure('download of nothing', 404, 'GET /tasks/1/attachments/999'),
  success('delete attachment', 'DELETE /tasks/1/attachments/1', []),
  success('delete comment', 'DELETE /tasks/1/comments/1', []),
  success('delete task', 'DELETE /tasks/1', []),
  failure('delete of nothing', 404, 'DELETE /tasks/1'),
  success('delete all', 'DELETE /tasks', []),
]

/** Puts through v1 what the operations speak of: five tasks, comment 1 and attachment 1 on task 1. */
export async function fillBoard({ createTask, send }: Service): Promise<void> {
  await createTask({ title: 'foo', description: AWKWARD, checklistItems: [{ text: AWKWARD }] })
  await createTask({ title: 'FOO', status: 'IN_PROGRESS', priority: 'URGENT' })
  await createTask({ title: 'In the description', description: 'a Foo here', dueDate: '2026-04-30' })
  await createTask({ title: 'In a label', labels: ['none', 'xFOOx'], status: 'DONE' })
  await createTask({ title: 'Nowhere' })
  await send('POST /api/v1/tasks/1/comments', { json: { text: AWKWARD } })
  await send('POST /api/v1/tasks/1/attachments', multipart([jsonFile]))
}

export interface Twins {
  /** The service whose buggy variant has the faults. */
  faulty: Service
  /** A service in the same state, without faults. */
  plain: Service
  /** The delays that the buggy variant asked for, in milliseconds. */
  delays: number[]
  /** Sends a request to buggy of the one and to v1 of the other. */
  send(operation: Pick<Operation, 'request' | 'options'>): Promise<{ buggy: Reply; v1: Reply }>
}

/** Starts two services in the same state, one with these rates of faults; sleeping takes no time. */
export async function startTwins(
  t: Test,
  rates: Record<string, number>,
  options: Partial<AppOptions> = {},
): Promise<Twins> {
  const delays: number[] = []
  const faulty = await startService(t, {
    faultSeed: 1,
    sleep: async (milliseconds) => delays.push(milliseconds),
    ...options,
    rates: { ...NO_FAULTS, ...rates },
  })
  const plain = await startService(t)
  await fillBoard(faulty)
  await fillBoard(plain)
  return {
    faulty,
    plain,
    delays,
    send: async ({ request, options }) => ({
      buggy: await faulty.send(request.replace(' ', ' /api/buggy'), { ...options, unchecked: true }),
      v1: await plain.send(request.replace(' ', ' /api/v1'), options),
    }),
  }
}

/** Headers that differ between two answers that are otherwise the same; the length is compared with the body. */
const OWN_HEADERS = ['date', 'x-request-id', 'content-length']

/** The parts of an answer, as v1 would name its paths. */
export function parts({ status, headers, bytes }: Reply) {
  const shared = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  return {
    status,
    headers: Object.fromEntries(shared.map(([name, value]) => [name, asV1(String(value))])),
    body: asV1(bytes.toString('latin1')),
  }
}

function asV1(text: string): string {
  return text.replaceAll('/api/buggy/', '/api/v1/')
}

/** Fails where buggy's answer is not v1's, byte for byte (decision 35). */
export function assertSame(t: Test, name: string, buggy: Reply, v1: Reply): void {
  t.same(parts(buggy), parts(v1), `${name}: the same as v1`)
  assertLength(t, name, buggy)
}

/** Fails where `Content-Length` is not the length of the body. */
export function assertLength(t: Test, name: string, { status, headers, bytes }: Reply): void {
  const expected = status === 204 ? undefined : bytes.length
  const length = headers['content-length']
  t.equal(length === undefined ? undefined : Number(length), expected, `${name}: content-length`)
}
