import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const buildCompiler = SerializerSelector()

/**
 * Fastify's serialiser, built once for every schema of a scope: hundreds of answers share a dozen schemas, and to
 * build one takes longer than to answer a request.
 */
export const buildSerializer: SerializerFactory = (externalSchemas, options) => {
  const compile = buildCompiler(externalSchemas, options)
  const serializers = new Map<string, ReturnType<typeof compile>>()
  return (route) => {
    const { $ref } = route.schema as { $ref?: string }
    const key = $ref ?? JSON.stringify(route.schema)
    const serializer = serializers.get(key) ?? compile(route)
    serializers.set(key, serializer)
    return serializer
  }
}
