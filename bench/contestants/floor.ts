/**
 * The floor: bare Fastify with no store, no hooks and no headers of its own. It answers every request with the bytes
 * that it was last told, and validates what is written by the service's own schemas and compilers. What a board can
 * do faster than this it does without Fastify.
 */
import type { TSchema } from '@sinclair/typebox'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { schemaController } from '../../src/http/schema-controller.js'
import { UPLOAD_BYTES_MAX } from '../../src/limits.js'
import { LoginRequest } from '../../src/schemas/auth.js'
import { ref } from '../../src/schemas/builders.js'
import { CommentInput } from '../../src/schemas/comment.js'
import { COMPONENTS } from '../../src/schemas/components.js'
import { ReorderInput, TaskInput } from '../../src/schemas/task.js'
import type { Answer } from './process.js'

let answer: Answer = { status: 200, type: 'application/json', body: '{}' }
process.on('message', (message: { answer?: Answer }) => {
  if (message.answer === undefined) return
  answer = message.answer
  process.send?.({ answer: true })
})

const app = Fastify({ schemaController })
for (const schema of [...COMPONENTS, LoginRequest]) app.addSchema(schema)
app.addContentTypeParser(
  'multipart/form-data',
  { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES_MAX },
  (_request, body, done) => done(null, body),
)

function sayIt(_request: FastifyRequest, reply: FastifyReply) {
  reply.code(answer.status)
  if (answer.type !== null) reply.header('content-type', answer.type)
  reply.send(answer.body)
}

const body = (schema: TSchema) => ({ schema: { body: ref(schema) } })
app.get('/api/v1/tasks', sayIt)
app.get('/api/v1/tasks/summary', sayIt)
app.get('/api/v1/tasks/:id', sayIt)
app.post('/api/v1/tasks', body(TaskInput), sayIt)
app.put('/api/v1/tasks/:id', body(TaskInput), sayIt)
app.delete('/api/v1/tasks/:id', sayIt)
app.post('/api/v1/tasks/:id/reorder', body(ReorderInput), sayIt)
app.post('/api/v1/tasks/:id/comments', body(CommentInput), sayIt)
app.post('/api/v1/tasks/:id/attachments', sayIt)
app.post('/api/v2/auth/login', body(LoginRequest), sayIt)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
