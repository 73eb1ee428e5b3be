import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { compileOnce } from './compile-once.js'

/** Fastify's serialiser. */
export const buildSerializer: SerializerFactory = compileOnce(SerializerSelector(), ({ schema }) =>
  JSON.stringify(schema),
)
