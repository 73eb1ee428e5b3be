import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { publish } from '../openapi/plugin.js'
import { VARIANTS, variantPath } from '../variants.js'

/** The page that shows the documents. */
export const DOCUMENTATION_PATH = '/docs'

/** Where people look for it out of habit. */
const DETOURS = ['/', '/documentation', '/swagger-ui.html', '/swagger-ui/index.html']

/** Swagger UI needs inline styles and the pictures that it carries as data; nothing comes from elsewhere. */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** One Swagger UI for the documents of all variants, the ways that lead there, and v1's document at the root. */
export async function documentation(app: FastifyInstance): Promise<void> {
  const [first] = VARIANTS
  await app.register(async (scope) => {
    // Swagger UI demands a document of its scope; the page loads those of the variants.
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} } },
    })
    await scope.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: { title: 'Task Board Service' },
      uiConfig: {
        urls: VARIANTS.map((variant) => ({
          name: variant.name,
          url: `${variantPath(variant)}/openapi.json`,
        })),
        'urls.primaryName': first.name,
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
      } as object,
    })
  })
  publish(app, '/openapi', () => app.documents.get(first.name)?.())
  for (const path of DETOURS) {
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const query = request.originalUrl.indexOf('?')
      return reply.redirect(DOCUMENTATION_PATH + (query === -1 ? '' : request.originalUrl.slice(query)))
    })
  }
}
