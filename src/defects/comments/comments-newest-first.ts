import { tasksIn } from '../bodies.js'
import type { Defect } from '../defect.js'

export const commentsNewestFirst: Defect = {
  name: 'comments-newest-first',
  title: 'The comments of a task are in reverse order.',
  rule: 'A new comment is appended to those of the task (decision 93).',
  exposedBy: '`GET /tasks/{id}` of a task with two comments.',
  area: 'comments',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['getTask', 'listTasks', 'replaceTask'],
  beforeSend({ body }) {
    for (const { comments } of tasksIn(body)) if (Array.isArray(comments)) comments.reverse()
  },
}
