import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import Negotiator from 'negotiator'
import { escapeXml } from '../contract/escape.js'
import { addVary, assetPolicy, FILES_PATH } from '../http/headers.js'
import { pathOf } from '../http/request-target.js'
import { GUIDE_PATH, guidePath } from './guide-path.js'
import { ICON_PATH } from './root-files.js'
import { serveFiles } from './serve-files.js'

/** The bundles are next to the bundled service, or in the folder of the compiled sources. */
const FOLDER = [join(import.meta.dirname, 'web'), join(import.meta.dirname, '../../build/web')].find(existsSync)

const HTML = 'text/html'

/** The media types of the responses that may be pages. If a client prefers none of them, it gets the first. */
const MEDIA_TYPES = ['application/json', HTML]

/** The content type of pages. */
export const PAGE_TYPE = `${HTML}; charset=utf-8`

/** Pages load everything from this service, and contain no inline scripts and styles. */
const OWN_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const CONTENT_SECURITY_POLICY = OWN_POLICY + assetPolicy()

/** The pages by the names of their bundles, with their titles. */
const TITLES = {
  landing: 'Task Board Service',
  board: 'Board – Task Board Service',
  class: 'Class – Task Board Service',
} as const
type PageName = keyof typeof TITLES

/** The paths of the files of a page. */
interface Bundle {
  script: string
  /** The scripts that the script imports. The browser loads them at the same time. */
  imports: string[]
  style: string
  /** The typeface. The browser loads it together with the style sheet, so that texts do not change their width later. */
  font: string
}

type Bundles = Record<PageName | 'docs', Bundle>

/** What a page knows before its first request: a value for each name, which is that of a `data` attribute without `data-`. */
type PageFacts = Record<string, string>

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of the script and the style sheet that adapt Swagger UI. Without a build, there are none. */
    documentationBundle?: { script: string; style: string }
  }
  interface FastifyRequest {
    /** Whether the client prefers an HTML page to JSON. Clients that accept everything get JSON. */
    wantsPage(): boolean
  }
  interface FastifyReply {
    /** Sends a page with its facts. */
    sendPage(name: PageName, facts?: PageFacts): FastifyReply
    /**
     * Sends the page for an unknown board or path, with the message of the error, if a browser gets it instead of the JSON
     * body. Without a build, there are no pages.
     *
     * @returns `undefined` if the client gets the JSON body
     */
    sendNotFoundPage?(message: string): FastifyReply | undefined
  }
}

/** Serves the pages for browsers, and the files that they load. Without a build, there are no pages. */
export const pages = fp(async (app) => {
  app.decorateRequest('wantsPage', function () {
    return FOLDER !== undefined && new Negotiator(this.raw).mediaType(MEDIA_TYPES) === HTML
  })
  if (FOLDER === undefined) return
  const bundles: Bundles = JSON.parse(readFileSync(join(FOLDER, 'pages.json'), 'utf8'), (_key, value) =>
    typeof value === 'string' ? FILES_PATH + value : value,
  )
  app.decorate('documentationBundle', bundles.docs)
  // The name of each file has a hash of its content.
  serveFiles(app, FILES_PATH, { root: FOLDER, immutable: true, maxAge: '365d' })
  await app.register(async (guide) => {
    guide.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    })
    serveFiles(guide, `${GUIDE_PATH}/`, { root: join(FOLDER, '../guide'), extensions: ['html'] })
  })
  for (const path of [GUIDE_PATH, `${GUIDE_PATH}/`]) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.redirect(guidePath('index')))
  }
  app.decorateReply('sendPage', function (this: FastifyReply, name: PageName, facts: PageFacts = {}) {
    const content = contentOf(this.request.board.basePath, facts)
    return send(this, { ...bundles[name], title: TITLES[name], content })
  })
  app.decorateReply('sendNotFoundPage', function (this: FastifyReply, message: string) {
    if (!needsNotFoundPage(this.request)) return undefined
    const { style, font } = bundles.landing
    addVary(this, 'Accept')
    return send(this, { style, font, title: TITLES.landing, content: notFoundContent(message) })
  })
})

function contentOf(basePath: string, facts: PageFacts): string {
  const data = Object.entries({ 'base-path': basePath, ...facts }).map(([name, value]) => ` data-${name}="${value}"`)
  // Browsers that translate a page replace its texts. The page could not change them any more, and would show old data.
  return `<div id="page" translate="no"${data.join('')}><noscript>This page needs JavaScript. The <a href="${guidePath('index')}">guide</a> does not.</noscript></div>`
}

interface Document extends Pick<Bundle, 'style' | 'font'>, Partial<Pick<Bundle, 'script' | 'imports'>> {
  title: string
  /** The content of the body as HTML. */
  content: string
}

function send(reply: FastifyReply, document: Document): FastifyReply {
  return reply.type(PAGE_TYPE).header('content-security-policy', CONTENT_SECURITY_POLICY).send(render(document))
}

function render({ title, style, font, script, imports = [], content }: Document): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${style}">
${imports.map((file) => `<link rel="modulepreload" href="${file}">\n`).join('')}${script === undefined ? '' : `<script type="module" src="${script}"></script>\n`}</head>
<body>
${content}
</body>
</html>
`
}

/** The routes at which browsers expect a page. All other routes belong to the API. */
const PAGE_ROUTES = /^\/(board\/?|class\/?|(docs|guide)(\/.*)?)?$/

/** The paths of the API, also those without an operation. */
const API = /^\/api(\/|$)/

/** Whether a browser gets a page instead of the JSON body of a 404: a person has opened an address that does not exist. */
function needsNotFoundPage(request: FastifyRequest): boolean {
  if (!['GET', 'HEAD'].includes(request.method) || API.test(pathOf(request.url))) return false
  return (request.is404 || PAGE_ROUTES.test(request.routeOptions.url ?? '')) && request.wantsPage()
}

/** Returns the content of the page for an unknown board or path. */
function notFoundContent(message: string): string {
  return `<header class="top"><a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="40" height="40">Task Board Service</a></header>
<main class="not-found">
<h1>There is nothing at this address</h1>
<p>${escapeXml(message)}.</p>
<p>A board is deleted if it is not used for some time, or if its owner or trainer deletes it.</p>
<p><a href="/">Go to the start page</a></p>
</main>`
}
