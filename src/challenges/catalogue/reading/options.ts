import { type Challenge, on } from '../../challenge.js'

export const options: Challenge = {
  name: 'options',
  level: 'reading',
  title: 'Which requests may a web page send?',
  task: 'Send the method that browsers use to ask before they send a request from another page.',
  hints: [
    'Browsers call this a preflight request.',
    'The method is OPTIONS.',
    'Send another request to your board first. Then use `curl -X OPTIONS` with any path of a variant. The status is 204.',
  ],
  teaches: { page: 'decisions.md#added-during-development', section: 4 },
  solution: `curl $BOARD/api/v1/tasks
curl -X OPTIONS $BOARD/api/v1/tasks`,
  nearMiss: 'curl -X PATCH $BOARD/api/v1/tasks',
  steps: [on('OPTIONS', 204)],
}
