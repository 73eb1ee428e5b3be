/**
 * Bare Fastify with the same plugins as the service, registered as often, but without routes: the minimum cost of a
 * start.
 */
import cors from '@fastify/cors'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify from 'fastify'

const VARIANTS = ['v1', 'v2', 'buggy']
const openapi = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} }

const app = Fastify()
await app.register(cors)
for (const variant of VARIANTS) {
  await app.register(
    async (scope) => {
      await scope.register(swagger, { openapi })
      await scope.register(multipart)
      if (variant === 'v2') await scope.register(jwt, { secret: 'a secret that signs nothing' })
    },
    { prefix: `/api/${variant}` },
  )
}
await app.register(async (scope) => {
  await scope.register(swagger, { openapi })
})
await app.register(async (scope) => {
  await scope.register(swagger, { mode: 'static', specification: { document: openapi } })
  await scope.register(swaggerUi, { routePrefix: '/docs' })
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
