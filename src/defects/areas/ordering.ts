import { defectsIn, override } from '../defect.js'
import { deleteAllTasks, noteShift, shiftPositions } from '../shift-positions.js'
import { lengthOfColumn, readTask } from '../tasks.js'

/** What most of these defects have in common. */
const MOVED = {
  area: 'ordering',
  editions: ['current'],
  quality: 'order',
  operations: ['reorderTask'],
  severity: 'major',
} as const

/** The positions of tasks in their columns. */
export const ordering = defectsIn(MOVED, [
  {
    code: 'TB-067',
    name: 'delete-leaves-gap',
    title: 'Deleting a task leaves a gap in `sortOrder`.',
    rule: 'The positions in a column are 0 to n−1 without gaps (decision 18).',
    check: 'ordering/delete-closes-gap',
    operations: ['deleteTask', 'deleteAllTasks', 'createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    store: (store, context) => ({
      async deleteTask(board, id) {
        const task = await readTask(store, board, id)
        await store.deleteTask(board, id)
        await noteShift(context, task)
      },
      deleteAllTasks: deleteAllTasks(store, context),
    }),
    beforeSend: shiftPositions(1),
  },
  {
    code: 'TB-153',
    name: 'index-counted-from-1',
    title: 'The first position of a reorder is 1. The index 0 is the same.',
    rule: 'Positions are counted from 0: a moved task is at `targetIndex` (specification, section 3).',
    check: 'ordering/move-to-middle',
    store: override('moveTask', (store, board, id, targetStatus, targetIndex, now) =>
      store.moveTask(board, id, targetStatus, Math.max(targetIndex - 1, 0), now),
    ),
  },
  {
    code: 'TB-068',
    name: 'move-keeps-status',
    title: 'A task that is moved to another column stays in its own column.',
    rule: 'After a reorder, the task has the status `targetStatus` (specification, section 3).',
    check: 'ordering/returns-status',
    quality: 'state',
    severity: 'critical',
    store: override('moveTask', async (store, board, id, _targetStatus, targetIndex, now) => {
      const { status } = await readTask(store, board, id)
      return store.moveTask(board, id, status, targetIndex, now)
    }),
  },
  {
    code: 'TB-069',
    name: 'new-task-comes-first',
    title: 'A new task goes to the start of its column.',
    rule: 'A new task goes to the end of its column (decision 18).',
    check: 'ordering/new-task-is-last',
    severity: 'minor',
    operations: ['createTask'],
    store: override('createTask', async (store, board, values, now) => {
      const task = await store.createTask(board, values, now)
      return task.sortOrder === 0 ? task : store.moveTask(board, task.id, task.status, 0, now)
    }),
  },
  {
    code: 'TB-154',
    name: 'put-moves-to-start',
    title: 'A task whose status is changed with PUT goes to the start of the new column.',
    rule: 'PUT with another status moves the task to the end of that column (decision 19).',
    check: 'ordering/replace-moves-to-end',
    severity: 'minor',
    operations: ['replaceTask'],
    store: override('replaceTask', async (store, board, id, values, now) => {
      const { status } = await readTask(store, board, id)
      const task = await store.replaceTask(board, id, values, now)
      return task.status === status || task.sortOrder === 0 ? task : store.moveTask(board, id, task.status, 0, now)
    }),
  },
  {
    code: 'TB-070',
    name: 'reorder-appends',
    title: 'A task that is moved to another column always comes last.',
    rule: 'A moved task is at `targetIndex` of its new column (specification, section 3).',
    check: 'ordering/returns-position',
    store: override('moveTask', async (store, board, id, targetStatus, targetIndex, now) => {
      const { status } = await readTask(store, board, id)
      if (status === targetStatus) return store.moveTask(board, id, targetStatus, targetIndex, now)
      const end = await lengthOfColumn(store, board, targetStatus)
      return store.moveTask(board, id, targetStatus, Math.max(targetIndex, end), now)
    }),
  },
  {
    code: 'TB-071',
    name: 'reorder-empties-checklist',
    title: 'A reorder deletes the checklist of the task.',
    rule: 'A reorder returns an empty checklist, but the stored task keeps its own (decision 20).',
    check: 'ordering/keeps-checklist',
    quality: 'state',
    severity: 'critical',
    store: override('moveTask', async (store, board, id, targetStatus, targetIndex, now) => {
      const task = await readTask(store, board, id)
      if (task.checklistItems.length > 0) await store.replaceTask(board, id, { ...task, checklistItems: [] }, now)
      return store.moveTask(board, id, targetStatus, targetIndex, now)
    }),
  },
  {
    code: 'TB-072',
    name: 'reorder-keeps-updated-at',
    title: 'A reorder does not change `updatedAt`.',
    rule: 'A reorder refreshes the `updatedAt` of the moved task (decision 20).',
    check: 'ordering/refreshes-updated-at',
    quality: 'state',
    severity: 'minor',
    store: override('moveTask', async (store, board, id, targetStatus, targetIndex) => {
      const { updatedAt } = await readTask(store, board, id)
      return store.moveTask(board, id, targetStatus, targetIndex, updatedAt)
    }),
  },
  {
    code: 'TB-073',
    name: 'reorder-off-by-one',
    title: 'A task that moves down in its column ends one place too high.',
    rule: '`targetIndex` is the final position, counted after the task has left its old one (decision 20).',
    check: 'ordering/move-down',
    store: override('moveTask', async (store, board, id, targetStatus, targetIndex, now) => {
      const { status, sortOrder } = await readTask(store, board, id)
      const movesDown = status === targetStatus && targetIndex > sortOrder
      return store.moveTask(board, id, targetStatus, movesDown ? targetIndex - 1 : targetIndex, now)
    }),
  },
])
