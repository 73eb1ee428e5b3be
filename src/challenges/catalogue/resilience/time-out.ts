import { type Challenge, onVariant } from '../../challenge.js'

export const timeOut: Challenge = {
  name: 'time-out',
  level: 'resilience',
  title: 'Do not wait forever',
  task: 'Give up on a slow response of buggy before it arrives.',
  hints: [
    'A slow response takes at least two seconds.',
    'Set a time limit in your client.',
    "With curl, use `-m 1`, and ask for a slow response with `-H 'Prefer: fault=slow-response'`.",
  ],
  teaches: { page: 'faults.md', section: 7 },
  solution: `curl -m 1 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response' || true`,
  nearMiss: `curl -m 9 $BOARD/api/buggy/tasks -H 'Prefer: fault=slow-response'`,
  steps: [onVariant('buggy', '*', 499)],
}
