import { AjvCompiler } from '@fastify/ajv-compiler'
import type { Ajv, AnySchema, Options, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { ValidationFailed } from '../contract/errors.js'
import { compileOnce } from './compile-once.js'
import { describe, type Part, type Schema } from './validation-messages.js'

const PARTS: readonly Part[] = ['params', 'body', 'querystring']

/** A validator. It returns `true`, or an error with every invalid field of the part. */
type Validate = (data: unknown) => boolean | { error: ValidationFailed }

const ajvCompiler = AjvCompiler()

const keyOf = ({ schema, httpPart, contentType }: FastifyRouteSchemaDef<Schema>) =>
  JSON.stringify([schema, httpPart, contentType])

/**
 * The validator compiler of the application. Its validators collect all errors of a part. They do not convert values,
 * except integers in paths and queries (decisions 5, 11, 12 and 27).
 */
export const buildValidator = compileOnce(validatorOf({ allErrors: true, removeAdditional: false }), keyOf)

/** The compiler for the tasks of snapshots. Its validators stop at the first error, and remove unknown properties. */
export const buildTaskValidator = compileOnce(validatorOf({ allErrors: false, removeAdditional: 'all' }), keyOf)

function validatorOf(options: Pick<Options, 'allErrors' | 'removeAdditional'>) {
  return (sharedSchemas: unknown): FastifySchemaCompiler<Schema> => {
    const compile = ajvCompiler(sharedSchemas as Record<string, AnySchema>, {
      customOptions: {
        ...options,
        allowUnionTypes: true,
        coerceTypes: false,
        useDefaults: false,
        // TypeBox creates valid schemas. Validating a schema takes longer than compiling it.
        validateSchema: false,
        verbose: true,
        formats: { text: isText, defect: isText },
        // They only document the values of an enumeration.
        keywords: ['x-enumDescriptions', 'x-enumGroups'],
      },
      onCreate: shortenLongArrays,
    })
    return ({ schema, httpPart, contentType }) => {
      // The upload route reads and validates multipart bodies itself.
      if (contentType === 'multipart/form-data') return () => true
      const validate = compile({ schema } as AnySchema) as ValidateFunction
      const part = httpPart as Part
      const integers = part === 'body' ? [] : integerNames(schema)
      return ((data) => {
        readIntegers(data, integers)
        return validate(data) || { error: new ValidationFailed(describe(validate.errors ?? [], part)) }
      }) satisfies Validate
    }
  }
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
function isText(value: string): boolean {
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
