import type { ValidatorFactory } from '@fastify/ajv-compiler'
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { compileOnce } from './compile-once.js'
import { buildValidator } from './validation.js'

const buildSerializer: SerializerFactory = compileOnce(SerializerSelector(), ({ schema }) => JSON.stringify(schema))

/** Compiles the schemas of routes to validators and serialisers. */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: buildValidator as ValidatorFactory, buildSerializer },
}
