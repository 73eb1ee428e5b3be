import { LRUCache } from 'lru-cache'
import type { TaskSummary } from '../../../contract/schemas/task.js'
import { changeFields, resultOf } from '../change-fields.js'
import { defectsIn } from '../defect.js'

/** The time for which counts are cached, in milliseconds. */
const LIFETIME = 5000

/** The maximum number of boards with cached counts. */
const BOARDS_MAX = 1000

const cached = new LRUCache<string, { counts: TaskSummary; time: number }>({ max: BOARDS_MAX })

/** The summary of a board. */
export const summary = defectsIn({ area: 'summary', editions: ['current'], operations: ['getTaskSummary'] })({
  'TB-074 summary-is-cached | major state': {
    title: 'The summary returns the same counts for 5 seconds, even if tasks change.',
    rule: 'The summary has the current counts (specification, section 4).',
    replace: (api, { request }) => ({
      countTasks(board) {
        const time = Date.parse(request.server.now())
        const known = cached.get(board.id)
        if (known !== undefined && Math.abs(time - known.time) < LIFETIME) return known.counts
        const counts = api.countTasks(board)
        cached.set(board.id, { counts, time })
        return counts
      },
    }),
  },
  'TB-075 summary-total-lacks-column | major body': {
    title: '`totalTasks` does not count the tasks that are done.',
    rule: '`totalTasks` counts the tasks of all columns (specification, section 2).',
    beforeSend: changeFields(resultOf, ({ todoTasks, inProgressTasks }) => ({
      totalTasks: Number(todoTasks) + Number(inProgressTasks),
    })),
  },
})
