import type { FastifyError, FastifyInstance } from 'fastify'
import { isCatalogued, PathNotFound } from '../contract/errors.js'

/**
 * Makes 404 of the errors of @fastify/static in its scope: for paths that cannot be file names, it throws errors that are
 * not in the catalogue. Errors about conditions and ranges stay.
 */
export function catalogueFileErrors(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError>((error) => {
    throw isCatalogued(error) || error.statusCode === 412 || error.statusCode === 416 ? error : new PathNotFound()
  })
}
