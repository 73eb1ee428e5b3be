import { type Challenge, onVariant } from '../../challenge.js'

export const noFault: Challenge = {
  name: 'no-fault',
  level: 'faults',
  title: 'Without faults, please',
  task: 'Send a request to buggy, and ask it for a response without faults.',
  hints: ['buggy reads the header `Prefer`.', 'The preference is called `fault`.', 'Send `Prefer: fault=none`.'],
  teaches: { page: 'faults.md#requesting-a-fault', section: 7 },
  solution: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=none'`,
  nearMiss: `curl $BOARD/api/v1/tasks/1 -H 'Prefer: fault=none'
curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault=pagination'`,
  steps: [onVariant('buggy', '*', [200, 201, 204], ({ header }) => header('preference-applied') === 'fault=none')],
}
