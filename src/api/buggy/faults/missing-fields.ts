import { isPage, isTask } from '../../../contract/bodies.js'
import type { Fault } from '../fault.js'

const TASK_FIELDS = ['description', 'priority'] as const

export const missingFields: Fault = {
  name: 'missing-fields',
  part: 'content',
  rate: 0.08,
  scope: 'successful responses with a task',
  effect: '`description` or `priority` is missing from one task.',
  after({ body }, draw) {
    const tasks = isPage(body) ? body.content : isTask(body) ? [body] : []
    const task = tasks[draw.index('task', tasks.length)]
    const field = TASK_FIELDS[draw.index('field', TASK_FIELDS.length)]
    if (task === undefined || field === undefined) return false
    return delete task[field]
  },
}
