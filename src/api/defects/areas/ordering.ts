import { defectsIn, override } from '../defect.js'
import { deleteAllTasks, noteShift, shiftPositions } from '../shift-positions.js'
import { changeMove, lengthOfColumn, readTask } from '../tasks.js'

/** The positions of tasks in their columns. */
export const ordering = defectsIn({ area: 'ordering', editions: ['current'], operations: ['reorderTask'] })({
  'TB-067 delete-leaves-gap | major order': {
    title: 'Deleting a task leaves a gap in `sortOrder`.',
    rule: 'The positions in a column are 0 to n−1 without gaps (decision 18).',
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
  'TB-153 index-counted-from-1 | major order': {
    title: 'The first position of a reorder is 1. The index 0 is the same.',
    rule: 'Positions are counted from 0: a moved task is at `targetIndex` (specification, section 3).',
    replace: changeMove(({ index }) => ({ index: Math.max(index - 1, 0) })),
  },
  'TB-068 move-keeps-status | critical state': {
    title: 'A task that is moved to another column stays in its own column.',
    rule: 'After a reorder, the task has the status `targetStatus` (specification, section 3).',
    replace: changeMove((_move, { status }) => ({ status })),
  },
  'TB-069 new-task-comes-first | minor order | createTask': {
    title: 'A new task goes to the start of its column.',
    rule: 'A new task goes to the end of its column (decision 18).',
    replace: override('createTask', (api, board, values, now) => {
      const task = api.createTask(board, values, now)
      return task.sortOrder === 0 ? task : api.moveTask(board, task.id, task.status, 0, now)
    }),
  },
  'TB-154 put-moves-to-start | minor order | replaceTask': {
    title: 'A task whose status is changed with PUT goes to the start of the new column.',
    rule: 'PUT with another status moves the task to the end of that column (decision 19).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { status } = readTask(board, id)
      const task = api.replaceTask(board, id, values, now)
      return task.status === status || task.sortOrder === 0 ? task : api.moveTask(board, id, task.status, 0, now)
    }),
  },
  'TB-070 reorder-appends | major order': {
    title: 'A task that is moved to another column always comes last.',
    rule: 'A moved task is at `targetIndex` of its new column (specification, section 3).',
    replace: changeMove(
      ({ status, index }, task, board) =>
        status !== task.status && { index: Math.max(index, lengthOfColumn(board, status)) },
    ),
  },
  'TB-071 reorder-empties-checklist | critical state': {
    title: 'A reorder deletes the checklist of the task.',
    rule: 'A reorder returns an empty checklist, but the stored task keeps its own (decision 20).',
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) => {
      const task = readTask(board, id)
      if (task.checklistItems.length > 0) api.replaceTask(board, id, { ...task, checklistItems: [] }, now)
      return api.moveTask(board, id, targetStatus, targetIndex, now)
    }),
  },
  'TB-072 reorder-keeps-updated-at | minor state': {
    title: 'A reorder does not change `updatedAt`.',
    rule: 'A reorder refreshes the `updatedAt` of the moved task (decision 20).',
    replace: changeMove((_move, { updatedAt }) => ({ now: updatedAt })),
  },
  'TB-073 reorder-off-by-one | major order': {
    title: 'A task that moves down in its column ends one place too high.',
    rule: '`targetIndex` is the final position, counted after the task has left its old one (decision 20).',
    replace: changeMove(
      ({ status, index }, task) => status === task.status && index > task.sortOrder && { index: index - 1 },
    ),
  },
})
