import { AjvCompiler, type ValidatorFactory } from '@fastify/ajv-compiler'
import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { ValidationFailed } from './errors.js'

/** A part of a request that is validated. */
type Part = 'params' | 'body' | 'querystring'
const PARTS: readonly Part[] = ['params', 'body', 'querystring']

/** What validating a part answers: nothing wrong, or an error with every offending field. */
type Validate = (data: unknown) => boolean | { error: ValidationFailed }

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
}

const ajvCompilerPool = AjvCompiler()

function buildValidator(externalSchemas: Record<string, AnySchema>): FastifySchemaCompiler<Schema> {
  const compile = ajvCompilerPool(externalSchemas, {
    customOptions: {
      allErrors: true,
      allowUnionTypes: true,
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
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

/**
 * Fastify's validator: bodies are validated as they are, path and query values may be integers written
 * in digits, and all errors of a part are collected at once (decisions 5, 11, 12 and 27).
 */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: buildValidator as ValidatorFactory },
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

/** The message for every offending field, keyed as `checklistItems[0].text` (decision 28). */
function describe(errors: ErrorObject[], part: Part): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const parent = error.parentSchema as Schema
    const missing = error.keyword === 'required' ? (error.params.missingProperty as string) : undefined
    const steps = error.instancePath.split('/').slice(1)
    if (missing !== undefined) steps.push(missing)
    const key = steps.map((step) => (isIndex(step) ? `[${step}]` : `.${step}`)).join('')
    const schema = missing === undefined ? parent : (parent.properties?.[missing] ?? {})
    fields[key.slice(1) || part] ??= message(
      steps,
      schema,
      error.keyword === 'format' && schema.format === 'text',
      part,
    )
  }
  return fields
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step)
}

function message(steps: string[], schema: Schema, unstorable: boolean, part: Part): string {
  const isItem = isIndex(steps.at(-1) ?? '')
  const name = label(steps.findLast((step) => !isIndex(step)) ?? part) + (isItem ? ' item' : '')
  if (unstorable) return `${name} must not contain U+0000 or an unpaired surrogate`
  const isRequired = part === 'body' && !isItem && typeof schema.type === 'string'
  return `${name} ${isRequired ? 'is required and ' : ''}must be ${rule(schema)}`
}

/** `dueDate` → `Due date`. */
function label(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a schema demands, in words that follow "must be". */
function rule(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema
  const type = [schema.type].flat()[0]
  if (schema.enum !== undefined) return `one of ${schema.enum.filter((value) => value !== null).join(', ')}`
  if (schema.format === 'date') return 'a real date in the format YYYY-MM-DD'
  if (type === 'string' && minLength !== undefined) return `between ${minLength} and ${maxLength} characters`
  if (type === 'string' && maxLength !== undefined) return `a string of at most ${maxLength} characters`
  if (type === 'integer' && maximum === undefined) return `an integer of at least ${minimum}`
  if (type === 'integer') return `an integer between ${minimum} and ${maximum}`
  if (type === 'array') return `an array of at most ${maxItems} items`
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'a JSON object'
  return 'a string'
}
