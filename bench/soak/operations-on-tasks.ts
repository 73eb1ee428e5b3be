import { STATUSES } from '../../src/contract/schemas/enumerations.js'
import { findDifferences } from './ledger.js'
import type { Operation, Worker } from './operation.js'
import { pick } from './pick.js'

/** The maximum number of tasks per worker. It keeps the size of the board constant. */
const TASKS_MAX = 10

export function operationsOnTasks({
  name,
  ledger,
  caller,
  onBreach,
  newTitle,
  settledTasks,
  withTask,
  change,
}: Worker): Operation[] {
  async function create(): Promise<void> {
    if (settledTasks().length >= TASKS_MAX) return remove()
    const [title, status] = [newTitle(), pick(STATUSES)]
    const details = { labels: ['soak', name], checklistItems: [{ text: 'One' }], dueDate: '2026-12-24' }
    ledger.pendingTitles.add(title)
    const reply = await caller.call('POST /tasks', 201, { body: { title, status, ...details } })
    if (reply === undefined) return
    ledger.pendingTitles.delete(title)
    ledger.tasks.set(reply.json.id, { title, status, comments: [], attachments: [] })
  }

  async function read(): Promise<void> {
    await withTask(async (id, known) => {
      const reply = await caller.call('GET /tasks/{id}', 200, { ids: [id] })
      if (reply !== undefined) findDifferences(known, reply.json).forEach(onBreach)
    })
  }

  async function replace(): Promise<void> {
    const body = { title: newTitle(), status: pick(STATUSES) }
    await withTask((id) => change(id, body, () => caller.call('PUT /tasks/{id}', 200, { ids: [id], body })))
  }

  async function move(): Promise<void> {
    const body = { targetStatus: pick(STATUSES), targetIndex: pick([0, 1, 5, 50, 10_000]) }
    await withTask((id) =>
      change(id, { status: body.targetStatus }, () =>
        caller.call('POST /tasks/{id}/reorder', 200, { ids: [id], body }),
      ),
    )
  }

  async function remove(): Promise<void> {
    await withTask((id) => change(id, { deleted: true }, () => caller.call('DELETE /tasks/{id}', 204, { ids: [id] })))
  }

  /** Searches for the title of a task, which no other task contains. */
  async function search(): Promise<void> {
    await withTask(async (id, { title }) => {
      const query = `?search=${encodeURIComponent(title.toUpperCase())}`
      const reply = await caller.call('GET /tasks', 200, { query })
      const ids = reply?.json.content.map((task: { id: number }) => task.id)
      if (reply !== undefined && ids.join() !== `${id}`) onBreach(`a search for ${title} found ${ids.join()}`)
    })
  }

  /** Reads a page of a column in column order: the positions must be consecutive, and the totals must match. */
  async function readColumn(): Promise<void> {
    const [status, page, size] = [pick(STATUSES), pick([0, 0, 1, 3]), pick([20, 100])]
    const query = `?status=${status}&sort=sortOrder&page=${page}&size=${size}`
    const reply = await caller.call('GET /tasks', 200, { query })
    if (reply === undefined) return
    const { content, totalElements, totalPages } = reply.json
    const positions = content.map(({ sortOrder }: { sortOrder: number }) => sortOrder)
    const isInOrder = positions.every((position: number, index: number) => position === page * size + index)
    const length = Math.max(0, Math.min(size, totalElements - page * size))
    if (!isInOrder || content.length !== length || totalPages !== Math.ceil(totalElements / size)) {
      onBreach(`${query} returned the positions ${positions.join()} of ${totalElements}`)
    }
  }

  /** Other workers create and delete tasks meanwhile, but the summary must count at least this worker's tasks. */
  async function readSummary(): Promise<void> {
    const reply = await caller.call('GET /tasks/summary', 200)
    const { length } = settledTasks()
    if (reply !== undefined && reply.json.totalTasks < length) {
      onBreach(`the summary is ${JSON.stringify(reply.json)}, but one worker alone has ${length} tasks`)
    }
  }

  return [
    [12, create],
    [20, read],
    [15, readColumn],
    [5, readSummary],
    [5, search],
    [8, replace],
    [8, move],
    [4, remove],
  ]
}
