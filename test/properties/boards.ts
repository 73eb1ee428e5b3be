import fc from 'fast-check'
import { multipart, type Service } from '../kit/helper.js'
import { arbitraryOf } from './arbitrary-of-schema.js'
import { type Contract, hasOperation, operationOf } from './documents.js'
import { NEVER_ASSIGNED } from './new-ids.js'
import type { PathValue, PlannedRequest } from './requests.js'

/** The tasks of a board to create, and what is deleted again: a task, its first comment and attachment, or nothing. */
export type PlannedBoard = {
  task: unknown
  comments: number
  attachments: number
  deleted: 'nothing' | 'parts' | 'task'
}[]

type Kind = 'comments' | 'attachments'
type Parts = Record<Kind, number[]>

/** The ids of a task, of its parts and of its deleted parts. */
type Owner = Parts & { id: number; deleted: Parts }

/** The ids on a board that requests can name. */
export interface Board {
  tasks: Owner[]
  deleted: Owner[]
}

/** The greatest number of attachments per task (specification, section 8). */
const ATTACHMENTS_MAX = 3

/** Small boards with valid tasks. */
export function plannedBoards(contract: Contract): fc.Arbitrary<PlannedBoard> {
  const { schema } = operationOf(contract, 'createTask').content['application/json'] ?? { schema: {} }
  return fc.array(
    fc.record({
      task: arbitraryOf(contract, schema),
      comments: fc.nat(2),
      attachments: hasOperation(contract, 'uploadAttachments') ? fc.nat(ATTACHMENTS_MAX) : fc.constant(0),
      deleted: fc.constantFrom('nothing', 'nothing', 'nothing', 'parts', 'task'),
    }),
    { maxLength: 4 },
  )
}

/** Creates the tasks of a plan through v1. */
export async function setUpBoard(send: Service['send'], plan: PlannedBoard): Promise<Board> {
  const board: Board = { tasks: [], deleted: [] }
  for (const { task, comments, attachments, deleted } of plan) {
    const { id } = await create('/api/v1/tasks', { json: task })
    const owner: Owner = { id, comments: [], attachments: [], deleted: { comments: [], attachments: [] } }
    for (let count = 0; count < comments; count++) {
      owner.comments.push((await create(`/api/v1/tasks/${id}/comments`, { json: { text: 'A comment' } })).id)
    }
    if (attachments > 0) {
      const files = Array.from({ length: attachments }, (_, index) => ({
        fileName: `${index}.txt`,
        content: 'x',
      }))
      const stored = await create(`/api/v1/tasks/${id}/attachments`, multipart(files))
      owner.attachments = stored.map((attachment: { id: number }) => attachment.id)
    }
    if (deleted === 'task') await remove(`/api/v1/tasks/${id}`)
    if (deleted === 'parts') {
      for (const kind of ['comments', 'attachments'] as const) {
        owner.deleted[kind] = owner[kind].splice(0, 1)
        for (const part of owner.deleted[kind]) await remove(`/api/v1/tasks/${id}/${kind}/${part}`)
      }
    }
    board[deleted === 'task' ? 'deleted' : 'tasks'].push(owner)
  }
  return board

  async function create(path: string, options: Parameters<Service['send']>[1]) {
    const { status, json } = await send(`POST ${path}`, options)
    if (status !== 201) throw new Error(`POST ${path} returned ${status} for a valid request, not 201`)
    return json
  }

  async function remove(path: string) {
    const { status } = await send(`DELETE ${path}`)
    if (status !== 204) throw new Error(`DELETE ${path} returned ${status} for a valid request, not 204`)
  }
}

/** All pages of v1's list, byte for byte. */
export async function readBoard(send: Service['send']): Promise<string> {
  const pages: string[] = []
  for (let page = 0, total = 1; page < total; page++) {
    const reply = await send(`GET /api/v1/tasks?size=100&page=${page}`)
    pages.push(reply.bytes.toString())
    total = reply.json.totalPages
  }
  return pages.join('\n')
}

/** The path values of a planned request on a board. */
export function resolvePath({ path }: PlannedRequest, board: Board): Record<string, string> {
  const { id: task, ...others } = path
  if (task === undefined) return {}
  const id = resolve(task, { own: idsOf(board.tasks), deleted: idsOf(board.deleted) })
  const owner = [...board.tasks, ...board.deleted].find((task) => String(task.id) === id)
  const values = Object.entries(others).map(([name, value]) => {
    const kind = kindOf(name)
    const ids = {
      own: owner?.[kind] ?? [],
      any: board.tasks.flatMap((task) => task[kind]),
      deleted: [...(owner?.deleted[kind] ?? []), ...board.deleted.flatMap((task) => task[kind])],
    }
    return [name, resolve(value, ids)]
  })
  return { id, ...Object.fromEntries(values) }
}

function idsOf(tasks: Owner[]): number[] {
  return tasks.map(({ id }) => id)
}

/** Whether everything that a path names exists. */
export function exists(path: Record<string, string>, board: Board): boolean {
  const { id, ...others } = path
  if (id === undefined) return true
  const task = board.tasks.find((task) => String(task.id) === id)
  return (
    task !== undefined &&
    Object.entries(others).every(([name, value]) => task[kindOf(name)].map(String).includes(value))
  )
}

/** How many more files fit into a task. */
export function roomFor(path: Record<string, string>, board: Board): number {
  const task = board.tasks.find(({ id }) => String(id) === path.id)
  return ATTACHMENTS_MAX - (task?.attachments.length ?? 0)
}

/** The id that a path value stands for; an id of its own where none of the wanted ones exists. */
function resolve(value: PathValue, ids: { own: number[]; any?: number[]; deleted: number[] }): string {
  if ('text' in value) return value.text
  const wanted = ids[value.from] ?? []
  const candidates = wanted.length > 0 ? wanted : ids.own
  return String(candidates[value.nth % candidates.length] ?? NEVER_ASSIGNED)
}

/** The kind of the part that a path parameter names. */
function kindOf(name: string): Kind {
  if (name === 'commentId') return 'comments'
  if (name === 'attachmentId') return 'attachments'
  throw new Error(`Unknown path parameter: ${name}`)
}
