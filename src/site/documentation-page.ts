import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assetPolicy } from '../http/headers.js'
import { DOCUMENTS } from './documents.js'
import { ICON_PATH } from './root-files.js'
import { serveFiles } from './serve-files.js'

/** The path of the documentation page. */
export const DOCUMENTATION_PATH = '/docs'

const FILES_PATH = `${DOCUMENTATION_PATH}/static/`

/** The folder with the files of Swagger UI. Its plugin for Fastify would load a parser of YAML when the service starts. */
const FILES = join(createRequire(import.meta.url).resolve('@fastify/swagger-ui'), '../static')

/** Where paths redirect to: those that documentation pages usually have, and those of the document. */
const REDIRECTIONS: Readonly<Record<string, string>> = {
  '/documentation': DOCUMENTATION_PATH,
  '/swagger-ui.html': DOCUMENTATION_PATH,
  '/swagger-ui/index.html': DOCUMENTATION_PATH,
  [`${FILES_PATH}index.html`]: `${DOCUMENTATION_PATH}/`,
  [`${DOCUMENTATION_PATH}/json`]: '/openapi.json',
  [`${DOCUMENTATION_PATH}/yaml`]: '/openapi.yaml',
}

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

interface PageOptions {
  /** What the title of the page ends with. */
  titleSuffix: string
  /** The paths of the script and the style sheet that adapt Swagger UI; `undefined` without a build. */
  bundle: { script: string; style: string } | undefined
}

/** Serves Swagger UI with all documents, and redirects to it. */
export async function documentationPage(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async ({ board: { basePath } }, reply) => {
      const ofAssets = assetPolicy(FILES_PATH, basePath + FILES_PATH)
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY + ofAssets)
    })
    serveFiles(scope, FILES_PATH, { root: FILES })
    for (const path of [DOCUMENTATION_PATH, `${DOCUMENTATION_PATH}/`]) {
      scope.get(path, { schema: { hide: true } }, ({ board: { basePath } }, reply) =>
        reply.type('text/html; charset=utf-8').send(renderPage(basePath, options)),
      )
    }
    scope.get(`${FILES_PATH}swagger-initializer.js`, { schema: { hide: true } }, (request, reply) =>
      reply.type('application/javascript; charset=utf-8').send(renderInitializer(request)),
    )
  })
  for (const [path, target] of Object.entries(REDIRECTIONS)) {
    app.get(path, { schema: { hide: true } }, ({ originalUrl, board: { basePath } }, reply) => {
      const query = originalUrl.indexOf('?')
      return reply.redirect(basePath + target + (query === -1 ? '' : originalUrl.slice(query)))
    })
  }
}

/** The files are the same for all boards, but the page of a board loads the list of documents from that board. */
function renderPage(basePath: string, { titleSuffix, bundle }: PageOptions): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Task Board Service${titleSuffix}</title>
<link rel="stylesheet" href="${FILES_PATH}swagger-ui.css">
<link rel="stylesheet" href="${FILES_PATH}index.css">
${bundle === undefined ? '' : `<link rel="stylesheet" href="${bundle.style}">`}
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}" sizes="any">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${FILES_PATH}swagger-ui-bundle.js"></script>
<script src="${FILES_PATH}swagger-ui-standalone-preset.js"></script>
<script src="${basePath}${FILES_PATH}swagger-initializer.js"></script>
${bundle === undefined ? '' : `<script type="module" src="${bundle.script}"></script>`}
</body>
</html>
`
}

/** Returns the script that starts Swagger UI. The log leaves out its loads of documents (`PAGE_REQUEST`). */
function renderInitializer({ board: { state, basePath } }: FastifyRequest): string {
  // The page of a board does not list the documents of the server.
  const documents = DOCUMENTS.filter(({ isOnBoards }) => state === null || isOnBoards)
  const urls = documents.map(({ name, path }) => ({ name, url: `${basePath}${path}.json` }))
  return `window.onload = () => SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  'urls.primaryName': '${DOCUMENTS[0].name}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [SwaggerUIBundle.plugins.DownloadUrl],
  layout: 'StandaloneLayout',
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestInterceptor: (load) => Object.assign(load, load.loadSpec && { headers: { 'x-request-id': 'board-page:docs' } }),
})
`
}
