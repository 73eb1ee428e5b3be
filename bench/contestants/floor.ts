/**
 * The floor: bare Fastify without a store, hooks or extra headers. It sends constant responses, and
 * validates request bodies with the schemas and the compiler of the service. No service on Fastify can be much faster.
 *
 * With `DATABASE`, it is the durable floor: before the response to a write, it inserts the body into this file. No service
 * on Fastify and SQLite that keeps what it acknowledges can be much faster.
 */
import type { TSchema } from '@sinclair/typebox'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { UPLOAD_BYTES_MAX } from '../../src/contract/limits.js'
import { LoginRequest } from '../../src/contract/schemas/auth.js'
import { ref } from '../../src/contract/schemas/builders.js'
import { CommentInput } from '../../src/contract/schemas/comment.js'
import { COMPONENTS } from '../../src/contract/schemas/components.js'
import { ReorderInput, TaskInput } from '../../src/contract/schemas/task.js'
import { schemaController } from '../../src/http/validation.js'
import { openDurableInsert } from './durable-insert.js'
import type { Response } from './process.js'
import { STEP_HEADER } from './step-header.js'

let responses: readonly Response[] = [{ status: 200, type: 'application/json', body: '{}' }]
process.on('message', (message: { responses?: readonly Response[] }) => {
  if (message.responses === undefined) return
  responses = message.responses
  process.send?.({ responses: true })
})

const app = Fastify({ schemaController })
for (const schema of [...COMPONENTS, LoginRequest]) app.addSchema(schema)
app.addContentTypeParser(
  'multipart/form-data',
  { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES_MAX },
  (_request, body, done) => done(null, body),
)

const { DATABASE } = process.env
if (DATABASE !== undefined) {
  const insert = openDurableInsert(DATABASE)
  app.addHook('preHandler', async ({ method, body }) => {
    if (method !== 'GET') await insert(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null))
  })
}

/** Requests of a workload with several steps name their step. */
function respond(request: FastifyRequest, reply: FastifyReply) {
  const response = responses[Number(request.headers[STEP_HEADER] ?? 0)] as Response
  reply.code(response.status)
  if (response.type !== null) reply.header('content-type', response.type)
  reply.send(response.body)
}

const body = (schema: TSchema) => ({ schema: { body: ref(schema) } })
app.get('/api/v1/tasks', respond)
app.get('/api/v1/tasks/summary', respond)
app.get('/api/v1/tasks/:id', respond)
app.post('/api/v1/tasks', body(TaskInput), respond)
app.put('/api/v1/tasks/:id', body(TaskInput), respond)
app.delete('/api/v1/tasks/:id', respond)
app.post('/api/v1/tasks/:id/reorder', body(ReorderInput), respond)
app.post('/api/v1/tasks/:id/comments', body(CommentInput), respond)
app.post('/api/v1/tasks/:id/attachments', respond)
app.post('/api/v2/auth/login', body(LoginRequest), respond)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
