import type { ValidatorFactory } from '@fastify/ajv-compiler'
import type { FastifyServerOptions } from 'fastify'
import { buildSerializer } from './serialization.js'
import { buildValidator } from './validation.js'

/** What the application makes of its schemas. */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: buildValidator as ValidatorFactory, buildSerializer },
}
