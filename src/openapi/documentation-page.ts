import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PathNotFound } from '../contract/errors.js'
import { catalogueFileErrors } from '../http/file-errors.js'
import { assetPolicy } from '../http/headers.js'
import { DOCUMENTS, type PublishedDocument } from './documents.js'
import { ICON } from './root-files.js'
import { PLUGIN } from './swagger-ui-plugin.js'

/** The path of the documentation page. */
export const DOCUMENTATION_PATH = '/docs'

const FILES_PATH = `${DOCUMENTATION_PATH}/static/`

/** The path of the script that lists the documents for the page. */
const INITIALIZER_PATH = `${FILES_PATH}swagger-initializer.js`

/** The paths at which Swagger UI serves the document, with the file extensions. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  [`${DOCUMENTATION_PATH}/json`]: '.json',
  [`${DOCUMENTATION_PATH}/yaml`]: '.yaml',
}

/** The names of the files of Swagger UI, which are in one folder. The file server takes others, such as `.`, for the folder. */
const FILE_NAME = /^\w[\w.-]*$/

/** Common paths of documentation pages. They redirect to the page. */
const REDIRECTED = ['/documentation', '/swagger-ui.html', '/swagger-ui/index.html']

/** The content security policy of the page. Swagger UI needs inline styles and `data:` images, but no other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Makes phones lay out the page in their own width. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'

/** Separates the columns of tables. On phones, wide tables and code scroll, and URLs wrap, so that the page does not scroll. */
const STYLES = `.swagger-ui .renderedMarkdown :is(th, td) { padding-right: 12px }
@media (max-width: 640px) {
  .swagger-ui .renderedMarkdown table, .swagger-ui .table-container, .swagger-ui .responses-inner { display: block; overflow-x: auto }
  .swagger-ui .schemes-server-container, .swagger-ui .servers > label select { min-width: 0; max-width: 100% }
  .swagger-ui .computed-url code { overflow-wrap: anywhere }
}`

interface DocumentationOptions {
  /** What the title of the page ends with. */
  titleSuffix: string
  /** The path of a style sheet; `undefined` without one. */
  style: string | undefined
}

/** Serves Swagger UI with all documents, and redirects to it. */
export async function documentationPage(
  app: FastifyInstance,
  { titleSuffix, style }: DocumentationOptions,
): Promise<void> {
  // The page of a board does not list the documents of the server.
  const serverEntries = DOCUMENTS.filter(({ isOnBoards }) => !isOnBoards).map(toEntry)

  await app.register(async (scope) => {
    catalogueFileErrors(scope)
    // Swagger UI requires a document in its scope. The page does not show it: it loads the documents of the variants.
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} } },
    })
    scope.addHook('onRequest', async (request, reply) => {
      const { '*': file } = request.params as { '*'?: string }
      if (file !== undefined && !FILE_NAME.test(file)) throw new PathNotFound()
      const extension = DOWNLOADS[request.routeOptions.url ?? '']
      // Swagger UI would render the document of the default board for each request.
      if (extension !== undefined) return reply.redirect(`${request.board.basePath}/openapi${extension}`)
    })
    const link = style === undefined ? '' : `<link rel="stylesheet" href="${style}">`
    scope.addHook('onSend', async ({ board }, reply) => {
      const ofAssets = assetPolicy(FILES_PATH, board.basePath + FILES_PATH)
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY + ofAssets)
    })
    scope.addHook('onSend', async (_request, reply, payload) =>
      isPage(reply)
        ? String(payload).replace('<meta charset="UTF-8">', `$&${VIEWPORT}`).replace('</head>', `${link}$&`)
        : payload,
    )
    scope.addHook('onSend', async ({ board: { state, basePath }, routeOptions }, reply, payload) => {
      if (state === null) return payload
      const location = reply.getHeader('location')
      if (typeof location === 'string' && location.startsWith(DOCUMENTATION_PATH)) {
        reply.header('location', basePath + location)
      }
      // The page of a board loads the list of documents from that board. All other files are the same for all boards.
      if (isPage(reply)) return String(payload).replace(INITIALIZER_PATH, basePath + INITIALIZER_PATH)
      if (routeOptions.url !== INITIALIZER_PATH) return payload
      return serverEntries
        .reduce((script, entry) => script.replace(`,${JSON.stringify(entry)}`, ''), String(payload))
        .replaceAll('"/', `"${basePath}/`)
    })
    await scope.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      theme: {
        title: `Task Board Service${titleSuffix}`,
        js: [{ filename: 'plugin.js', content: PLUGIN }],
        css: [{ filename: 'styles.css', content: STYLES }],
        favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: ICON }],
      },
      // The plugin shows the logo.
      logo: null as never,
      uiConfig: {
        urls: DOCUMENTS.map(toEntry),
        'urls.primaryName': DOCUMENTS[0].name,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        requestInterceptor: mark,
      } as object,
    })
  })
  for (const path of REDIRECTED) {
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const query = request.originalUrl.indexOf('?')
      return reply.redirect(
        request.board.basePath + DOCUMENTATION_PATH + (query === -1 ? '' : request.originalUrl.slice(query)),
      )
    })
  }
}

type Load = { loadSpec?: true }

/** Marks the loads of documents, so that journals leave them out (`PAGE_REQUEST`). The page gets the text of this function. */
const mark = (load: Load) => Object.assign(load, load.loadSpec && { headers: { 'x-request-id': 'board-page:docs' } })

function toEntry({ name, path }: PublishedDocument) {
  return { name, url: `${path}.json` }
}

function isPage(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html')
}
