import { findDifferences } from './ledger.js'
import { pick } from './pick.js'
import type { Operation, Worker } from './worker.js'

export const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
/** Tasks that a worker keeps at most, so that the board stays of one size. */
const TASKS_MAX = 10

export function operationsOnTasks({
  name,
  ledger,
  caller,
  onBreach,
  newTitle,
  sure,
  withTask,
  change,
}: Worker): Operation[] {
  async function create(): Promise<void> {
    if (sure().length >= TASKS_MAX) return remove()
    const [title, status] = [newTitle(), pick(STATUSES)]
    const details = { labels: ['soak', name], checklistItems: [{ text: 'One' }], dueDate: '2026-12-24' }
    ledger.unanswered.add(title)
    const reply = await caller.call('POST /tasks', 201, { body: { title, status, ...details } })
    if (reply === undefined) return
    ledger.unanswered.delete(title)
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
    await withTask((id) =>
      change(id, { deleted: true }, () => caller.call('DELETE /tasks/{id}', 204, { ids: [id] })),
    )
  }

  /** A task must be found by its title, which is in no other one. */
  async function search(): Promise<void> {
    await withTask(async (id, { title }) => {
      const query = `?search=${encodeURIComponent(title.toUpperCase())}`
      const reply = await caller.call('GET /tasks', 200, { query })
      const ids = reply?.json.content.map((task: { id: number }) => task.id)
      if (reply !== undefined && ids.join() !== `${id}`) onBreach(`a search for ${title} found ${ids.join()}`)
    })
  }

  /** One page of a column in its order: the places must follow one another, and there must be as many as are told. */
  async function readColumn(): Promise<void> {
    const [status, page, size] = [pick(STATUSES), pick([0, 0, 1, 3]), pick([20, 100])]
    const query = `?status=${status}&sort=sortOrder&page=${page}&size=${size}`
    const reply = await caller.call('GET /tasks', 200, { query })
    if (reply === undefined) return
    const { content, totalElements, totalPages } = reply.json
    const places = content.map(({ sortOrder }: { sortOrder: number }) => sortOrder)
    const isInOrder = places.every((place: number, index: number) => place === page * size + index)
    const length = Math.max(0, Math.min(size, totalElements - page * size))
    if (!isInOrder || content.length !== length || totalPages !== Math.ceil(totalElements / size)) {
      onBreach(`${query} answered the places ${places.join()} of ${totalElements}`)
    }
  }

  /** Others create and delete meanwhile, but one's own tasks must be among those that are counted. */
  async function readSummary(): Promise<void> {
    const reply = await caller.call('GET /tasks/summary', 200)
    if (reply !== undefined && reply.json.totalTasks < sure().length) {
      onBreach(`the summary is ${JSON.stringify(reply.json)}, with ${sure().length} tasks of one worker`)
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
