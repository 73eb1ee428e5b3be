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
    replace: (api, context) => ({
      deleteTask(board, id) {
        const task = readTask(board, id)
        api.deleteTask(board, id)
        noteShift(context, task)
      },
      deleteAllTasks: deleteAllTasks(api, context),
    }),
    beforeSend: shiftPositions(1),
  },
  {
    code: 'TB-153',
    name: 'index-counted-from-1',
    title: 'The first position of a reorder is 1. The index 0 is the same.',
    rule: 'Positions are counted from 0: a moved task is at `targetIndex` (specification, section 3).',
    check: 'ordering/move-to-middle',
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) =>
      api.moveTask(board, id, targetStatus, Math.max(targetIndex - 1, 0), now),
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
    replace: override('moveTask', (api, board, id, _targetStatus, targetIndex, now) => {
      const { status } = readTask(board, id)
      return api.moveTask(board, id, status, targetIndex, now)
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
    replace: override('createTask', (api, board, values, now) => {
      const task = api.createTask(board, values, now)
      return task.sortOrder === 0 ? task : api.moveTask(board, task.id, task.status, 0, now)
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
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { status } = readTask(board, id)
      const task = api.replaceTask(board, id, values, now)
      return task.status === status || task.sortOrder === 0 ? task : api.moveTask(board, id, task.status, 0, now)
    }),
  },
  {
    code: 'TB-070',
    name: 'reorder-appends',
    title: 'A task that is moved to another column always comes last.',
    rule: 'A moved task is at `targetIndex` of its new column (specification, section 3).',
    check: 'ordering/returns-position',
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) => {
      const { status } = readTask(board, id)
      if (status === targetStatus) return api.moveTask(board, id, targetStatus, targetIndex, now)
      const end = lengthOfColumn(board, targetStatus)
      return api.moveTask(board, id, targetStatus, Math.max(targetIndex, end), now)
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
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) => {
      const task = readTask(board, id)
      if (task.checklistItems.length > 0) api.replaceTask(board, id, { ...task, checklistItems: [] }, now)
      return api.moveTask(board, id, targetStatus, targetIndex, now)
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
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex) => {
      const { updatedAt } = readTask(board, id)
      return api.moveTask(board, id, targetStatus, targetIndex, updatedAt)
    }),
  },
  {
    code: 'TB-073',
    name: 'reorder-off-by-one',
    title: 'A task that moves down in its column ends one place too high.',
    rule: '`targetIndex` is the final position, counted after the task has left its old one (decision 20).',
    check: 'ordering/move-down',
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) => {
      const { status, sortOrder } = readTask(board, id)
      const movesDown = status === targetStatus && targetIndex > sortOrder
      return api.moveTask(board, id, targetStatus, movesDown ? targetIndex - 1 : targetIndex, now)
    }),
  },
])
