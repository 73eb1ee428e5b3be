import { type Challenge, on } from '../../challenge.js'

export const bodyTooLarge: Challenge = {
  name: 'body-too-large',
  level: 'errors',
  title: 'A body that is too large',
  task: 'Send a JSON body that is larger than the service accepts.',
  hints: [
    'The limit is 1 MiB, so you need more than 1,048,576 bytes.',
    'Let your tool make the body. The content does not matter.',
    'In Bash, `seq 200000 | curl … -d @-` sends enough. The status is 413.',
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `seq 200000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-`,
  nearMiss: `seq 10000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-`,
  steps: [on('*', 413)],
}
