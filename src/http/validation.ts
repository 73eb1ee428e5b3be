import { AjvCompiler, type ValidatorFactory } from '@fastify/ajv-compiler'
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { Ajv, AnySchema, Options, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { ValidationFailed } from '../contract/errors.js'
import { describe, type Part, type Schema } from '../contract/validation-messages.js'

const PARTS: readonly Part[] = ['params', 'body', 'querystring']

/** A validator. It returns `true`, or an error with every invalid field of the part. */
type Validate = (data: unknown) => boolean | { error: ValidationFailed }

const ajvCompiler = AjvCompiler()

const keyOf = ({ schema, httpPart, contentType }: FastifyRouteSchemaDef<Schema>) =>
  JSON.stringify([schema, httpPart, contentType])

/**
 * The maximum number of values in a part whose errors are all collected. Ajv copies the errors before each invalid item of
 * a list: 20,000 empty tasks in a snapshot took 14 seconds.
 */
const COLLECTED_VALUES_MAX = 500

/**
 * The validator compiler of the application. Its validators collect all errors of a part, or one if it has very many
 * values. They do not convert values, except integers in paths and queries (decisions 5, 11, 12 and 27).
 */
export const buildValidator = compileOnce((sharedSchemas: unknown): FastifySchemaCompiler<Schema> => {
  const compileFirst = compilerOf(sharedSchemas, { allErrors: false })
  const compileAll = compilerOf(sharedSchemas, { allErrors: true })
  return ({ schema, httpPart, contentType }) => {
    // The upload route reads and validates multipart bodies itself.
    if (contentType === 'multipart/form-data') return () => true
    const validate = compileFirst(schema)
    let validateAll: ValidateFunction | undefined
    const part = httpPart as Part
    const integers = part === 'body' ? [] : integerNames(schema)
    return ((data) => {
      readIntegers(data, integers)
      if (validate(data)) return true
      let { errors } = validate
      if (countValues(data) <= COLLECTED_VALUES_MAX) {
        validateAll ??= compileAll(schema)
        validateAll(data)
        errors = validateAll.errors
      }
      return { error: new ValidationFailed(describe(errors ?? [], part)) }
    }) satisfies Validate
  }
}, keyOf)

const buildSerializer: SerializerFactory = compileOnce(SerializerSelector(), ({ schema }) => JSON.stringify(schema))

/** The options with which Fastify compiles the schemas of routes to validators and serialisers. */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: buildValidator as ValidatorFactory, buildSerializer },
}

/**
 * Creates a schema compiler for Fastify that compiles each schema once for all scopes, when a request first needs it.
 * By default, Fastify compiles every schema of every route at startup. The variants share their schemas, so this would
 * take about half of the startup time.
 *
 * @param build creates the compiler of a scope from its shared schemas
 * @param keyOf returns a cache key. Routes with equal keys and equal shared schemas share the compiled function.
 */
function compileOnce<Schemas, Options, Route, Arguments extends unknown[], Result>(
  build: (sharedSchemas: Schemas, options: Options) => (route: Route) => (...data: Arguments) => Result,
  keyOf: (route: Route) => string,
) {
  type Run = (...data: Arguments) => Result
  const scopes = new Map<string, { compile: (route: Route) => Run; known: Map<string, Run> }>()

  return (sharedSchemas: Schemas, options: Options) => {
    let key: string | undefined
    return (route: Route) => {
      let run: Run | undefined
      return (...data: Arguments) => {
        if (run === undefined) {
          key ??= JSON.stringify(sharedSchemas)
          const open = () => ({ compile: build(sharedSchemas, options), known: new Map<string, Run>() })
          const { compile, known } = getOrSet(scopes, key, open)
          run = getOrSet(known, keyOf(route), () => compile(route))
        }
        return run(...data)
      }
    }
  }
}

function getOrSet<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

/**
 * Returns a compiler of validators of JSON bodies that stop at the first error, and remove unknown properties.
 *
 * @param sharedSchemas the schemas to which the compiled schemas refer. Those compiled before are not compiled again.
 */
export function buildRemovingValidator(sharedSchemas: Record<string, object>): (schema: object) => Validate {
  const compile = compilerOf(sharedSchemas, { allErrors: false, removeAdditional: 'all' })
  return (schema) => {
    const validate = compile(schema)
    return (data) => validate(data) || { error: new ValidationFailed(describe(validate.errors ?? [], 'body')) }
  }
}

function compilerOf(sharedSchemas: unknown, options: Pick<Options, 'allErrors' | 'removeAdditional'>) {
  const compile = ajvCompiler(sharedSchemas as Record<string, AnySchema>, {
    customOptions: {
      allowUnionTypes: true,
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      // TypeBox creates valid schemas. Validating a schema takes longer than compiling it.
      validateSchema: false,
      verbose: true,
      formats: { text: isStorable, defect: isStorable },
      // They only document the values of an enumeration.
      keywords: ['x-enumDescriptions', 'x-enumGroups'],
      ...options,
    },
    ...(options.allErrors && { onCreate: shortenLongArrays }),
  })
  return (schema: object) => compile({ schema } as AnySchema) as ValidateFunction
}

/** Counts arrays, objects and scalars. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + countValues(part), 1)
}

/**
 * Collects the invalid fields of all parts of a request (decision 27). Fastify stops at the first invalid part.
 *
 * @param error the error of the first invalid part
 * @returns an error with the fields of all parts
 */
export function collectInvalidFields(error: ValidationFailed, request: FastifyRequest): ValidationFailed {
  const fields = { ...error.fields }
  const failed = (error as { validationContext?: string }).validationContext
  for (const part of PARTS) {
    const key = part === 'querystring' ? 'query' : part
    const validate = request.getValidationFunction(part) as unknown as Validate | undefined
    // For multipart bodies, this is an object of validators by media type.
    if (part === failed || typeof validate !== 'function') continue
    const result = validate(request[key] ?? null)
    if (typeof result === 'object') Object.assign(fields, result.error.fields)
  }
  return new ValidationFailed(fields)
}

/** Whether every store can store a text exactly as it was sent (decision 39). */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Replaces `maxItems` with a keyword that truncates long arrays, so that surplus items are not validated. */
function shortenLongArrays(ajv: Ajv) {
  ajv.removeKeyword('maxItems')
  ajv.addKeyword({
    keyword: 'maxItems',
    type: 'array',
    schemaType: 'number',
    before: 'items',
    modifying: true,
    errors: false,
    validate(limit: number, data: unknown[]) {
      const fits = data.length <= limit
      if (!fits) data.length = limit
      return fits
    },
  })
}

function integerNames(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => name)
}

/**
 * Converts strings of digits without a leading zero to numbers. All other strings stay, and are invalid (decision 11).
 */
function readIntegers(data: unknown, names: string[]): void {
  const values = data as Record<string, unknown>
  for (const name of names) {
    const value = values[name]
    if (typeof value === 'string' && /^(0|[1-9][0-9]*)$/.test(value)) values[name] = Number(value)
  }
}
