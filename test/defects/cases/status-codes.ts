import { multipart } from '../../helper.js'
import { type Cases, TASK } from '../api.js'

const MEBIBYTE = 1_048_576

export const STATUS_CODES: Cases = {
  'delete-unknown-returns-204': {
    observe: ({ status }) => status('DELETE /tasks/99'),
    correct: 404,
    defective: 204,
  },
  'create-returns-200': {
    observe: ({ status }) => status('POST /tasks', { json: TASK }),
    correct: 201,
    defective: 200,
  },
  'comment-returns-200': {
    async observe({ create, status }) {
      await create({})
      return status('POST /tasks/1/comments', { json: { text: 'A comment' } })
    },
    correct: 201,
    defective: 200,
  },
  'validation-returns-422': {
    async observe({ send }) {
      const { status, json } = await send('GET /tasks?size=0')
      return [status, json.status, json.error, await send('GET /tasks/99').then((reply) => reply.status)]
    },
    correct: [400, 400, 'Bad Request', 404],
    defective: [422, 422, 'Unprocessable Entity', 404],
  },
  'validation-returns-500': {
    async observe({ send }) {
      const { status, json } = await send('POST /tasks', { json: { title: '' } })
      return [status, json.message, 'errors' in json]
    },
    correct: [400, 'Validation failed', true],
    defective: [500, 'An unexpected error occurred', false],
  },
  'get-unknown-returns-null': {
    async observe({ send }) {
      const { status, json } = await send('GET /tasks/99')
      return [status, json?.message]
    },
    correct: [404, 'Task not found with id: 99'],
    defective: [200, undefined],
  },
  'delete-returns-200': {
    async observe({ create, send }) {
      await create({})
      const { status, headers, bytes } = await send('DELETE /tasks/1')
      return [status, headers['content-type'], bytes.length > 0]
    },
    correct: [204, undefined, false],
    defective: [200, 'application/json', true],
  },
  'replace-returns-204': {
    async observe({ create, send, json }) {
      await create({})
      const { status, headers, bytes } = await send('PUT /tasks/1', { json: { ...TASK, title: 'Replaced' } })
      return [status, headers['content-type'], bytes.length > 0, (await json('GET /tasks/1')).title]
    },
    correct: [200, 'application/json', true, 'Replaced'],
    defective: [204, undefined, false, 'Replaced'],
  },
  'wrong-method-returns-404': {
    async observe({ send }) {
      const { status, headers } = await send('PUT /tasks')
      return [status, headers.allow]
    },
    correct: [405, 'GET, HEAD, POST, DELETE'],
    defective: [404, undefined],
  },
  'large-file-returns-413': {
    async observe({ create, send }) {
      await create({})
      const large = multipart([{ fileName: 'large.bin', content: Buffer.alloc(MEBIBYTE + 1) }])
      const { status, json } = await send('POST /tasks/1/attachments', large)
      return [status, json.status, await send('POST /tasks/1/attachments').then((reply) => reply.status)]
    },
    correct: [400, 400, 400],
    defective: [413, 413, 400],
  },
  'attachment-delete-returns-200': {
    async observe({ create, send, status }) {
      await create({})
      await send('POST /tasks/1/attachments', multipart([{ fileName: 'a', content: 'text' }]))
      return [await status('DELETE /tasks/1/attachments/1'), await status('DELETE /tasks/1/attachments/1')]
    },
    correct: [204, 404],
    defective: [200, 404],
  },
  'delete-all-returns-200': {
    async observe({ create, send, list }) {
      await create({})
      const { status, json } = await send('DELETE /tasks')
      return [status, json?.message, (await list()).length]
    },
    correct: [204, undefined, 0],
    defective: [200, 'All tasks deleted successfully', 0],
  },
  'empty-summary-returns-204': {
    async observe({ create, status }) {
      const empty = await status('GET /tasks/summary')
      await create({})
      return [empty, await status('GET /tasks/summary')]
    },
    correct: [200, 200],
    defective: [204, 200],
  },
  'unknown-comment-delete-returns-204': {
    async observe({ create, status }) {
      await create({})
      return [await status('DELETE /tasks/1/comments/9'), await status('DELETE /tasks/9/comments/1')]
    },
    correct: [404, 404],
    defective: [204, 404],
  },
  'unknown-download-returns-204': {
    async observe({ create, status }) {
      await create({})
      return [await status('GET /tasks/1/attachments/9'), await status('GET /tasks/9/attachments/1')]
    },
    correct: [404, 404],
    defective: [204, 404],
  },
  'wrong-media-type-returns-400': {
    async observe({ send }) {
      const { status, json } = await send('POST /tasks', { body: 'x', headers: { 'content-type': 'text/plain' } })
      return [status, json.status, json.error]
    },
    correct: [415, 415, 'Unsupported Media Type'],
    defective: [400, 400, 'Bad Request'],
  },
}
