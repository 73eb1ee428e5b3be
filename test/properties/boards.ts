import fc from 'fast-check'
import { multipart, type Service } from '../helper.js'
import { arbitraryOf } from './arbitrary-of-schema.js'
import { type Contract, operationOf } from './documents.js'
import type { PathValue, PlannedRequest } from './requests.js'

/** A board that is to be made. */
export type PlannedBoard = { task: unknown; comments: number; attachments: number }[]

/** The ids on a board, as far as requests name them. */
export interface Board {
  tasks: { id: number; comments: number[]; attachments: number[] }[]
}

/** The limit that the service keeps per task (specification, section 8). */
const ATTACHMENTS_MAX = 3

/** An id that no test is ever given. */
const UNKNOWN_ID = '2147483647'

/** Small boards of valid tasks. */
export function plannedBoards(contract: Contract): fc.Arbitrary<PlannedBoard> {
  const { schema } = operationOf(contract, 'createTask').content['application/json'] ?? { schema: {} }
  return fc.array(
    fc.record({
      task: arbitraryOf(contract, schema),
      comments: fc.nat(2),
      attachments: fc.nat(ATTACHMENTS_MAX),
    }),
    { maxLength: 4 },
  )
}

/** Makes a board through v1. */
export async function setUpBoard(send: Service['send'], plan: PlannedBoard): Promise<Board> {
  const board: Board = { tasks: [] }
  for (const { task, comments, attachments } of plan) {
    const { id } = await create('/api/v1/tasks', { json: task })
    const made = { id, comments: [] as number[], attachments: [] as number[] }
    for (let count = 0; count < comments; count++) {
      made.comments.push((await create(`/api/v1/tasks/${id}/comments`, { json: { text: 'A comment' } })).id)
    }
    if (attachments > 0) {
      const files = Array.from({ length: attachments }, (_, index) => ({
        fileName: `${index}.txt`,
        content: 'x',
      }))
      const stored = await create(`/api/v1/tasks/${id}/attachments`, multipart(files))
      made.attachments = stored.map((attachment: { id: number }) => attachment.id)
    }
    board.tasks.push(made)
  }
  return board

  async function create(path: string, options: Parameters<Service['send']>[1]) {
    const { status, json } = await send(`POST ${path}`, options)
    if (status !== 201) throw new Error(`POST ${path} answered ${status} to a valid request, not 201`)
    return json
  }
}

/** All pages of the list that v1 gives, byte for byte. */
export async function readBoard(send: Service['send']): Promise<string> {
  const pages: string[] = []
  for (let page = 0, total = 1; page < total; page++) {
    const reply = await send(`GET /api/v1/tasks?size=100&page=${page}`)
    pages.push(reply.bytes.toString())
    total = reply.json.totalPages
  }
  return pages.join('\n')
}

/** The values of a request's path, on a board. */
export function resolvePath({ path }: PlannedRequest, board: Board): Record<string, string> {
  const { id: task, ...others } = path
  if (task === undefined) return {}
  const id = resolve(
    task,
    board.tasks.map(({ id }) => id),
  )
  const owner = board.tasks.find((task) => String(task.id) === id)
  const values = Object.entries(others).map(([name, value]) => {
    const isForeign = 'foreign' in value && value.foreign
    const owners = isForeign ? board.tasks : owner === undefined ? [] : [owner]
    return [
      name,
      resolve(
        value,
        owners.flatMap((task) => task[kindOf(name)]),
      ),
    ]
  })
  return { id, ...Object.fromEntries(values) }
}

/** Whether everything that a path names is there. */
export function exists(path: Record<string, string>, board: Board): boolean {
  const { id, ...others } = path
  if (id === undefined) return true
  const task = board.tasks.find((task) => String(task.id) === id)
  return (
    task !== undefined &&
    Object.entries(others).every(([name, value]) => task[kindOf(name)].map(String).includes(value))
  )
}

/** How many more files a task takes. */
export function roomFor(path: Record<string, string>, board: Board): number {
  const task = board.tasks.find(({ id }) => String(id) === path.id)
  return ATTACHMENTS_MAX - (task?.attachments.length ?? 0)
}

function resolve(value: PathValue, ids: number[]): string {
  if ('text' in value) return value.text
  return ids.length === 0 ? UNKNOWN_ID : String(ids[value.nth % ids.length])
}

/** `commentId` names one of the comments of a task. */
function kindOf(name: string): 'comments' | 'attachments' {
  if (name === 'commentId') return 'comments'
  if (name === 'attachmentId') return 'attachments'
  throw new Error(`There is nothing that ${name} could name`)
}
