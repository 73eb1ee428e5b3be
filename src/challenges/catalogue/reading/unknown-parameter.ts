import { type Challenge, on } from '../../challenge.js'

export const unknownParameter: Challenge = {
  name: 'unknown-parameter',
  level: 'reading',
  title: 'An unknown parameter',
  task: 'Read the list with a query parameter that does not exist. Is this an error?',
  hints: ['Invent a parameter.', 'Unknown parameters are ignored.', 'Use `colour=red`.'],
  teaches: { page: 'decisions.md#requests', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?colour=red"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?sort=colour"`,
  steps: [
    on('GET /tasks', 200, ({ query }) =>
      [...query.keys()].some(
        (name) => !['page', 'size', 'status', 'priority', 'search', 'sort', 'direction'].includes(name),
      ),
    ),
  ],
}
