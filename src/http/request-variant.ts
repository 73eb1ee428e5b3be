import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'
import { pathOf } from './error-handler.js'

/**
 * Returns the variant of a request, or `undefined` if it belongs to none. The route decides, because clients can encode
 * each letter of the path; a path without a route is taken as it is.
 */
export function requestVariant({
  routeOptions,
  url,
}: Pick<FastifyRequest, 'routeOptions' | 'url'>): string | undefined {
  return variantOf(routeOptions.url ?? pathOf(url))
}
