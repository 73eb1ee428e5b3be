import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../../rooms/board/sessions.js'
import { defectsIn, override } from '../defect.js'
import { deleteAllTasks, noteShift, shiftPositions } from '../shift-positions.js'
import { startSession } from '../start-session.js'

/** The time in milliseconds that a create takes at least. Requests that arrive meanwhile are concurrent. */
const DURATION = 20

/** The values of requests in progress, by board and target. */
type InProgress<Value> = Map<string, Promise<Value>>

const deletes: InProgress<void> = new Map()
const refreshes: InProgress<({ id: string } & Session) | undefined> = new Map()
const comments: InProgress<unknown> = new Map()
const uploads: InProgress<unknown> = new Map()

/** The number of creates that are in progress, by board and status. */
const inProgress = new Map<string, number>()

/** What these defects have in common. */
const CONCURRENT = {
  area: 'concurrency',
  editions: ['current'],
  quality: 'concurrency',
  severity: 'critical',
} as const

/** Requests at the same time. */
export const concurrency = defectsIn(CONCURRENT, [
  {
    code: 'TB-106',
    name: 'concurrent-creates-share-place',
    title: 'Tasks that are created in a column at the same time get the same `sortOrder`.',
    rule: 'The positions in a column are 0 to n−1, even after concurrent requests (decision 18).',
    check: 'ordering/concurrent-creates',
    severity: 'major',
    operations: ['createTask', 'deleteAllTasks', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    store: (store, context) => ({
      async createTask(board, values, now) {
        const column = `${board} ${values.status}`
        const others = inProgress.get(column) ?? 0
        inProgress.set(column, others + 1)
        try {
          const task = await store.createTask(board, values, now)
          if (others > 0) await noteShift(context, task)
          await sleep(DURATION)
          return { ...task, sortOrder: task.sortOrder - others }
        } finally {
          const left = (inProgress.get(column) ?? 1) - 1
          if (left === 0) inProgress.delete(column)
          else inProgress.set(column, left)
        }
      },
      deleteAllTasks: deleteAllTasks(store, context),
    }),
    beforeSend: shiftPositions(-1),
  },
  {
    code: 'TB-156',
    name: 'concurrent-comments-lost',
    title: 'Of comments that are created for a task at the same time, only the first is stored.',
    rule: 'Every new comment is appended to those of the task (decision 93).',
    check: 'comments/at-once',
    operations: ['createComment'],
    store: override('createComment', async (store, board, taskId, text, now) => {
      const create = () => store.createComment(board, taskId, text, now)
      return keepFirst(comments, `${board} ${taskId}`, create, ({ id }) => store.deleteComment(board, taskId, id))
    }),
  },
  {
    code: 'TB-157',
    name: 'concurrent-deletes-succeed',
    title: 'Of requests that delete a task at the same time, all return 204.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    check: 'tasks/delete-at-once',
    severity: 'minor',
    operations: ['deleteTask'],
    store: override('deleteTask', async (store, board, id) => {
      const key = `${board} ${id}`
      const other = deletes.get(key)
      if (other === undefined) return during(deletes, key, () => store.deleteTask(board, id))
      await other
    }),
  },
  {
    code: 'TB-158',
    name: 'concurrent-refreshes-succeed',
    title: 'A refresh token works several times, if the requests arrive at the same time.',
    rule: 'Of two simultaneous uses of a refresh token, exactly one succeeds (decision 32).',
    check: 'refresh/at-once',
    operations: ['refresh'],
    variants: ['v2'],
    store: override('rotateSession', async (store, board, presented, times) => {
      const key = `${board} ${JSON.stringify(presented)}`
      const other = refreshes.get(key)
      if (other === undefined) {
        return during(refreshes, key, () => store.rotateSession(board, presented, times))
      }
      const session = await other
      if (session === undefined) return undefined
      return startSession(store, board, session.username, times)
    }),
  },
  {
    code: 'TB-159',
    name: 'concurrent-uploads-lost',
    title: 'Of files that are uploaded to a task at the same time, only those of the first request are stored.',
    rule: 'An upload is stored completely or not at all (decision 25).',
    check: 'attachments/at-once',
    operations: ['uploadAttachments'],
    store: override('addAttachments', async (store, board, taskId, files, now) => {
      const add = () => store.addAttachments(board, taskId, files, now)
      return keepFirst(uploads, `${board} ${taskId}`, add, async (attachments) => {
        for (const { id } of attachments) await store.deleteAttachment(board, taskId, id)
      })
    }),
  },
])

/** Creates something, and removes it again if another creation with the same key is in progress. */
async function keepFirst<Value>(
  all: InProgress<unknown>,
  key: string,
  create: () => Promise<Value>,
  remove: (created: Value) => Promise<unknown>,
): Promise<Value> {
  if (!all.has(key)) return (await during(all, key, create)) as Value
  const created = await create()
  await remove(created)
  return created
}

/** Does some work, and notes for a while that it is in progress. */
async function during<Value>(all: InProgress<Value>, key: string, work: () => Promise<Value>): Promise<Value> {
  const result = work()
  all.set(key, result)
  try {
    const value = await result
    await sleep(DURATION)
    return value
  } finally {
    all.delete(key)
  }
}
