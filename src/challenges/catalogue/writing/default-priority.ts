import { type Challenge, on } from '../../challenge.js'
import { fieldsOf } from '../../look.js'

export const defaultPriority: Challenge = {
  name: 'default-priority',
  level: 'writing',
  title: 'The default priority',
  task: 'Create a task without a priority, and see which one it gets.',
  hints: ['Leave the field out.', '`null` also means: left out.', 'The response shows `MEDIUM`.'],
  teaches: { page: 'getting-started.md#tasks', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "priority": "MEDIUM"}'`,
  steps: [
    on('POST /tasks', 201, ({ sent, received }) => sent.priority == null && fieldsOf(received).priority === 'MEDIUM'),
  ],
}
