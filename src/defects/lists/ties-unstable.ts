import type { Task } from '../../contract/schemas/task.js'
import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const tiesUnstable: Defect = {
  name: 'ties-unstable',
  title: 'On pages with odd numbers, tasks with equal sort values are in another order, so pages overlap.',
  rule: 'Ties are broken by ascending `id`, so pages never overlap (decision 14).',
  exposedBy:
    '`GET /tasks?sort=status&size=2`, pages 0 and 1, on a board with four tasks in one column; check that no task is on both pages.',
  area: 'lists',
  severity: 'major',
  difficulty: 'hard',
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      if (query.page % 2 === 0) return store.listTasks(board, query)
      const { sort } = query
      return toPageOf(reverseTies(await readTasks(store, board, query), sort), query)
    },
  }),
}

/** Reverses each sequence of tasks with equal values of a field. */
function reverseTies(tasks: readonly Task[], field: keyof Task): Task[] {
  const groups: Task[][] = []
  for (const task of tasks) {
    const group = groups.at(-1)
    if (group?.[0]?.[field] === task[field]) group?.unshift(task)
    else groups.push([task])
  }
  return groups.flat()
}
