import { type Challenge, on } from '../../challenge.js'

export const readContract: Challenge = {
  name: 'read-contract',
  level: 'first-steps',
  title: 'Read the contract',
  task: 'Load the OpenAPI document of a variant.',
  hints: [
    'Each variant publishes its own document.',
    'It is next to the tasks, and is called `openapi.json`.',
    'Read `/api/v1/openapi.json`.',
  ],
  teaches: { page: 'variants.md#openapi-documents', section: 9 },
  solution: 'curl $BOARD/api/v1/openapi.json',
  nearMiss: 'curl $BOARD/openapi.json',
  steps: [on(['GET /openapi.json', 'GET /openapi.yaml', 'GET /openapi-3.1.json', 'GET /openapi-3.1.yaml'], 200)],
}
