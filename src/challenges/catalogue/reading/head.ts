import { type Challenge, on } from '../../challenge.js'

export const head: Challenge = {
  name: 'head',
  level: 'reading',
  title: 'Only the headers',
  task: 'Ask for the headers of the list, without the list.',
  hints: ['There is a method for this.', 'The method is HEAD.', 'With curl, use `-I`.'],
  teaches: { page: 'variants.md', section: 4 },
  solution: 'curl -I $BOARD/api/v1/tasks',
  nearMiss: 'curl -i $BOARD/api/v1/tasks',
  steps: [on('HEAD /tasks', 200)],
}
