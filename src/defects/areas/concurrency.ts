import { setTimeout as sleep } from 'node:timers/promises'
import { defectsIn } from '../defect.js'
import { noteAllDeleted, noteShift, shiftPositions } from '../shift-positions.js'

/** The time in milliseconds that a create takes at least. Requests that arrive meanwhile are concurrent. */
const DURATION = 20

/** The number of creates that are in progress, by board and status. */
const inProgress = new Map<string, number>()

/** Requests at the same time. */
export const concurrency = defectsIn(
  {
    area: 'concurrency',
    editions: ['current'],
    operations: ['createTask', 'deleteAllTasks', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
  },
  [
    {
      code: 'TB-106',
      name: 'concurrent-creates-share-place',
      title: 'Tasks that are created in a column at the same time get the same `sortOrder`.',
      rule: 'The positions in a column are 0 to n−1, even after concurrent requests (decision 18).',
      exposedBy:
        'Ten `POST /tasks` at the same time with the same status; check that each task has its own `sortOrder`.',
      quality: 'concurrency',
      severity: 'major',
      difficulty: 'hard',
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
        async deleteAllTasks(board) {
          await store.deleteAllTasks(board)
          await noteAllDeleted(context)
        },
      }),
      beforeSend({ status, body }, context) {
        if (status < 300) shiftPositions(body, context, -1)
      },
    },
  ],
)
