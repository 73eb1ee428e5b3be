import { AjvCompiler } from '@fastify/ajv-compiler'
import type { Ajv, AnySchema, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { ValidationFailed } from '../errors.js'
import { compileOnce } from './compile-once.js'
import { describe, type Part, type Schema } from './validation-messages.js'

const PARTS: readonly Part[] = ['params', 'body', 'querystring']

/** What validating a part answers: nothing wrong, or an error with every offending field. */
type Validate = (data: unknown) => boolean | { error: ValidationFailed }

const ajvCompiler = AjvCompiler()

const keyOf = ({ schema, httpPart, contentType }: FastifyRouteSchemaDef<Schema>) =>
  JSON.stringify([schema, httpPart, contentType])

/**
 * Fastify's validator: bodies are validated as they are, path and query values may be integers written
 * in digits, and all errors of a part are collected at once (decisions 5, 11, 12 and 27).
 */
export const buildValidator = compileOnce(validatorOf({ allErrors: true }), keyOf)

/** The same for large bodies, of which the first error is told. */
export const buildShortValidator = compileOnce(validatorOf({ allErrors: false }), keyOf)

function validatorOf({ allErrors }: { allErrors: boolean }) {
  return (sharedSchemas: unknown): FastifySchemaCompiler<Schema> => {
    const compile = ajvCompiler(sharedSchemas as Record<string, AnySchema>, {
      customOptions: {
        allErrors,
        allowUnionTypes: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        // The schemas are made by code that knows how, and to check them takes longer than to compile them.
        validateSchema: false,
        verbose: true,
        formats: { text: isText },
      },
      onCreate: shortenLongArrays,
    })
    return ({ schema, httpPart, contentType }) => {
      // The route reads the parts itself.
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
 * Everything that is wrong with a request. Fastify stops at the first part that is not valid; this asks
 * the other parts too, so that all offending fields are named at once (decision 27).
 */
export function collectInvalidFields(error: ValidationFailed, request: FastifyRequest): ValidationFailed {
  const fields = { ...error.fields }
  const failed = (error as { validationContext?: string }).validationContext
  for (const part of PARTS) {
    const key = part === 'querystring' ? 'query' : part
    const validate = request.getValidationFunction(part) as unknown as Validate | undefined
    // A body that is read part by part has validators by media type, and none of them is ours.
    if (part === failed || typeof validate !== 'function') continue
    const result = validate(request[key] ?? null)
    if (typeof result === 'object') Object.assign(fields, result.error.fields)
  }
  return new ValidationFailed(fields)
}

/** Whether a store can keep a text as it was sent (decision 39). */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/**
 * Replaces `maxItems` by one that cuts an array that is too long, once that has been found: what is
 * wrong with a million surplus items is worth neither the time nor an answer.
 */
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

/** Plain digits, without leading zero, become numbers; all else stays text and fails (decision 11). */
function readIntegers(data: unknown, names: string[]): void {
  const values = data as Record<string, unknown>
  for (const name of names) {
    const value = values[name]
    if (typeof value === 'string' && /^(0|[1-9][0-9]*)$/.test(value)) values[name] = Number(value)
  }
}
