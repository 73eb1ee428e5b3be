import { MEBIBYTE } from '../../src/contract/limits.js'
import { taskAt } from '../boards/tasks.js'
import { CONNECTIONS, json, type Sequence, type Workload } from './workload.js'

const BOUNDARY = 'bench-5d1f0c'
const FILE = Buffer.concat([
  Buffer.from(
    [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="files"; filename="a mebibyte.bin"',
      'Content-Type: application/octet-stream',
      '\r\n',
    ].join('\r\n'),
  ),
  Buffer.alloc(MEBIBYTE, 'bench'),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

const TASK = {
  title: 'Write the report for the autumn fair',
  description: 'Half of it is done. Have it read, then tell the others.',
  status: 'TODO',
  priority: 'HIGH',
  dueDate: '2026-10-22',
  labels: ['office', 'finance'],
  checklistItems: [{ text: 'Make a first version', done: true }, { text: 'Have it read' }],
}

/** The number of concurrent connections for moves and deletions. These requests wait for each other. */
export const MOVERS = 5
/** 2% of a column of 10,000 tasks. */
const DELETIONS_MAX = 200
const UPLOADS_MAX = 200

const write = { kind: 'board', connections: CONNECTIONS } as const
const shift = { kind: 'column', connections: MOVERS } as const

/** The id of the task for an index of the sequence. An id repeats only after all other ids. */
const idAt = (index: number, size: number) => 1 + ((index * 7) % size)

const create = (path: string) => (): Sequence => {
  const request = json('POST', path, TASK)
  return () => request
}

export const WRITES: readonly Workload[] = [
  {
    ...write,
    name: 'replace',
    title: 'replace',
    status: 200,
    requests: {
      service:
        ({ size }) =>
        (index) => {
          const id = idAt(index, size)
          // The task stays in its column: moving has a workload of its own.
          const { status } = taskAt(id - 1, size, 'board').values
          return json('PUT', `/api/v1/tasks/${id}`, { ...TASK, status })
        },
    },
  },
  {
    ...write,
    name: 'comment',
    title: 'comment',
    status: 201,
    requests: {
      service:
        ({ size }) =>
        (index) =>
          json('POST', `/api/v1/tasks/${idAt(index, size)}/comments`, { text: 'Is anybody on this?' }),
    },
  },
  {
    ...write,
    name: 'login',
    title: 'login',
    status: 200,
    requests: {
      service: () => {
        const request = json('POST', '/api/v2/auth/login', { username: 'admin', password: 'admin123' })
        return () => request
      },
    },
    isQuick: true,
  },
  {
    ...write,
    name: 'upload',
    title: 'upload of 1 MiB',
    status: 201,
    maxRequests: UPLOADS_MAX,
    requests: {
      service:
        ({ size }) =>
        (index) => ({
          method: 'POST',
          path: `/api/v1/tasks/${idAt(index, size)}/attachments`,
          headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
          body: FILE,
        }),
    },
  },
  {
    ...write,
    name: 'create',
    title: 'create',
    status: 201,
    requests: {
      service: create('/api/v1/tasks'),
      'json-server': create('/tasks'),
      express: create('/tasks'),
    },
    isQuick: true,
  },
  {
    ...shift,
    name: 'move',
    title: 'move within a column, from the first position to the last and back',
    status: 200,
    requests: {
      // Each connection moves its own task.
      service: () => (index) => {
        const isToEnd = Math.floor(index / MOVERS) % 2 === 1
        const target = { targetStatus: 'TODO', targetIndex: isToEnd ? 1_000_000 : 0 }
        return json('POST', `/api/v1/tasks/${1 + (index % MOVERS)}/reorder`, target)
      },
    },
    isQuick: true,
  },
  {
    ...shift,
    name: 'delete',
    title: 'delete the first task of a column',
    status: 204,
    maxRequests: DELETIONS_MAX,
    requests: {
      service: () => (index) => ({ method: 'DELETE', path: `/api/v1/tasks/${1 + index}`, headers: {} }),
    },
  },
]
