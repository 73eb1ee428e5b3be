import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { CONTROL_DOCUMENT } from '../boards/control-document.js'
import { isCatalogued, PathNotFound } from '../errors.js'
import { VARIANTS, variantPath } from '../variants.js'
import { documentFileName, type PublishOptions, serveDocument } from './plugin.js'

/** The page that shows the documents. */
export const DOCUMENTATION_PATH = '/docs'

/** What tells the page which documents there are. */
const INITIALIZER_PATH = `${DOCUMENTATION_PATH}/static/swagger-initializer.js`

/** What the page offers for download, by extension. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  [`${DOCUMENTATION_PATH}/json`]: '.json',
  [`${DOCUMENTATION_PATH}/yaml`]: '.yaml',
}

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

/** The document on boards, which boards themselves do not have. */
const CONTROL_ENTRY = { name: CONTROL_DOCUMENT.name, url: `${CONTROL_DOCUMENT.path}.json` }

/** Three columns of a board, and the name. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="250" height="40" viewBox="0 0 250 40">
  <g fill="#7fd1ae"><rect x="2" y="6" width="10" height="28" rx="2"/><rect x="16" y="6" width="10" height="18" rx="2"/><rect x="30" y="6" width="10" height="10" rx="2"/></g>
  <text x="52" y="27" font-family="sans-serif" font-size="20" font-weight="600" fill="#fff">Task Board Service</text>
</svg>`

/** The plug-in shows the logo without a text for those who do not see it. */
const LOGO_TEXT = `new MutationObserver((_changes, observer) => {
  const logo = document.querySelector('.topbar-wrapper img:not([alt])')
  if (!logo) return
  logo.alt = 'Task Board Service'
  observer.disconnect()
}).observe(document.body, { childList: true, subtree: true })
`

/** One Swagger UI for the documents of all variants, the ways that lead there, and v1's document at the root. */
export async function documentation(
  app: FastifyInstance,
  { publicUrl, hasQuotas = false }: Pick<PublishOptions, 'publicUrl' | 'hasQuotas'>,
): Promise<void> {
  const [first] = VARIANTS
  const document = () => app.documents.get(first.name)?.() as OpenAPIV3.Document
  await app.register(async (scope) => {
    // Names that no file can have, and files outside of the folder, are paths where there is nothing.
    scope.setErrorHandler<FastifyError>((error) => {
      throw isCatalogued(error) || error.statusCode === 412 || error.statusCode === 416
        ? error
        : new PathNotFound()
    })
    // Swagger UI demands a document of its scope; the page loads those of the variants.
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} } },
    })
    scope.addHook('onRequest', async (request, reply) => {
      const extension = DOWNLOADS[request.routeOptions.url ?? '']
      // The plug-in would answer with the document of the default board.
      if (request.basePath === '' || extension === undefined) return
      return reply.redirect(`${request.basePath}/openapi${extension}`)
    })
    scope.addHook('onSend', async ({ basePath, routeOptions }, reply, payload) => {
      if (basePath === '') return payload
      const location = reply.getHeader('location')
      if (typeof location === 'string' && location.startsWith(DOCUMENTATION_PATH)) {
        reply.header('location', basePath + location)
      }
      // The page of a board loads what tells it which documents there are from that board, and the rest with all others.
      if (isPage(reply)) return String(payload).replace(INITIALIZER_PATH, basePath + INITIALIZER_PATH)
      return routeOptions.url === INITIALIZER_PATH
        ? String(payload)
            .replace(`,${JSON.stringify(CONTROL_ENTRY)}`, '')
            .replaceAll('"/', `"${basePath}/`)
        : payload
    })
    await scope.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      // What the page offers for download is v1's document too.
      transformSpecification: () => ({ ...document() }),
      transformSpecificationClone: false,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: { title: 'Task Board Service', js: [{ filename: 'logo-text.js', content: LOGO_TEXT }] },
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: DOCUMENTATION_PATH, target: '_self' },
      uiConfig: {
        urls: [
          ...VARIANTS.map((variant) => ({
            name: variant.name,
            url: `${variantPath(variant)}/openapi.json`,
          })),
          CONTROL_ENTRY,
        ],
        'urls.primaryName': first.name,
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
      } as object,
    })
  })
  serveDocument(app, '/openapi', {
    fileName: documentFileName(first.name),
    document,
    prefix: variantPath(first),
    publicUrl,
    hasQuotas,
  })
  for (const path of DETOURS) {
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const query = request.originalUrl.indexOf('?')
      return reply.redirect(
        request.basePath + DOCUMENTATION_PATH + (query === -1 ? '' : request.originalUrl.slice(query)),
      )
    })
  }
}

function isPage(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html')
}
