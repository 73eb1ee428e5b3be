import type { FastifyRequest } from 'fastify'
import { escapeXml } from '../contract/escape.js'
import { pathOf } from '../http/request-target.js'
import { ICON_PATH } from './root-files.js'

/** The routes at which browsers expect a page. All other routes belong to the API. */
const PAGE_ROUTES = /^\/(board\/?|class\/?|(docs|guide)(\/.*)?)?$/

/** The paths of the API, also those without an operation. */
const API = /^\/api(\/|$)/

/** Whether a browser gets a page instead of the JSON body of a 404: a person has opened an address that does not exist. */
export function needsNotFoundPage(request: FastifyRequest): boolean {
  if (!['GET', 'HEAD'].includes(request.method) || API.test(pathOf(request.url))) return false
  return (request.is404 || PAGE_ROUTES.test(request.routeOptions.url ?? '')) && request.wantsPage()
}

/**
 * Returns the content of the page for an unknown board or path.
 *
 * @param message the message of the error
 */
export function notFoundContent(message: string): string {
  return `<header class="top"><a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="40" height="40">Task Board Service</a></header>
<main class="not-found">
<h1>There is nothing at this address</h1>
<p>${escapeXml(message)}.</p>
<p>A board is deleted if it is not used for some time, or if its owner or trainer deletes it.</p>
<p><a href="/">Go to the start page</a></p>
</main>`
}
