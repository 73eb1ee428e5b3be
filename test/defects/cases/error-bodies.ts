import type { Cases } from '../api.js'

const INVALID = 'GET /tasks?size=0&page=-1'

export const ERROR_BODIES: Cases = {
  'error-without-errors': {
    observe: async ({ json }) => 'errors' in (await json(INVALID)),
    correct: true,
    defective: false,
  },
  'first-invalid-field-only': {
    observe: async ({ json }) => Object.keys((await json(INVALID)).errors).length,
    correct: 2,
    defective: 1,
  },
  'error-path-constant': {
    observe: async ({ json }) => (await json('GET /tasks/99')).path.replace(/^.*\/tasks/, '…/tasks'),
    correct: '…/tasks/99',
    defective: '/error',
  },
  'error-path-with-query': {
    observe: async ({ json }) => (await json(INVALID)).path.replace(/^.*\/tasks/, '…/tasks'),
    correct: '…/tasks',
    defective: '…/tasks?size=0&page=-1',
  },
  'error-media-type-is-text': {
    async observe({ send }) {
      const { headers, bytes } = await send('GET /tasks/99')
      return [headers['content-type'], JSON.parse(String(bytes)).status]
    },
    correct: ['application/json', 404],
    defective: ['text/plain; charset=utf-8', 404],
  },
  'error-status-is-text': {
    observe: async ({ json }) => (await json('GET /tasks/99')).status,
    correct: 404,
    defective: '404',
  },
  'error-without-timestamp': {
    observe: async ({ json }) => 'timestamp' in (await json('GET /tasks/99')),
    correct: true,
    defective: false,
  },
  'not-found-without-id': {
    observe: async ({ json }) => [(await json('GET /tasks/99')).message, (await json('GET /unknown')).message],
    correct: ['Task not found with id: 99', 'Path not found'],
    defective: ['Task not found', 'Path not found'],
  },
  'error-keys-without-index': {
    async observe({ json }) {
      const body = { title: '', status: 'TODO', labels: ['a', ''] }
      return Object.keys((await json('POST /tasks', { json: body })).errors)
    },
    correct: ['title', 'labels[1]'],
    defective: ['title', 'labels'],
  },
}
