import { type Challenge, on } from '../../challenge.js'

export const labels10: Challenge = {
  name: 'labels-10',
  level: 'writing',
  title: 'As many labels as possible',
  task: 'Create a task with the largest number of labels.',
  hints: ['A task has at most 10 labels.', '`labels` is a list of texts.', 'Labels may repeat.'],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i"]}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => Array.isArray(sent.labels) && sent.labels.length === 10)],
}
