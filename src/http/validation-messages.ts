import type { ErrorObject } from 'ajv'

/** A part of a request that is validated. */
export type Part = 'params' | 'body' | 'querystring'

/** As much of a schema as the messages speak of. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
}

/** The message for every offending field, keyed as `checklistItems[0].text` (decision 28). */
export function describe(errors: ErrorObject[], part: Part): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const parent = error.parentSchema as Schema
    const missing = error.keyword === 'required' ? (error.params.missingProperty as string) : undefined
    const steps = error.instancePath.split('/').slice(1)
    if (missing !== undefined) steps.push(missing)
    const surplus = error.keyword === 'additionalProperties' ? error.params.additionalProperty : undefined
    if (surplus !== undefined) steps.push(surplus)
    const key = steps.map((step) => (isIndex(step) ? `[${step}]` : `.${step}`)).join('')
    const schema =
      surplus !== undefined
        ? { enum: Object.keys(parent.properties ?? {}) }
        : missing === undefined
          ? parent
          : (parent.properties?.[missing] ?? {})
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

/** What is wrong with a field of a body that breaks a rule of its schema. */
export function fieldMessage(name: string, schema: Schema, part: Part): string {
  return message([name], schema, false, part)
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
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const type = [schema.type].flat()[0]
  if (schema.enum !== undefined) return `one of ${schema.enum.filter((value) => value !== null).join(', ')}`
  if (schema.format === 'date-time') return 'a real moment in the format YYYY-MM-DDThh:mm:ssZ'
  if (schema.format === 'date') return 'a real date in the format YYYY-MM-DD'
  if (type === 'string' && minLength !== undefined) return `between ${minLength} and ${maxLength} characters`
  if (type === 'string' && maxLength !== undefined) return `a string of at most ${maxLength} characters`
  if (type === 'integer' && maximum === undefined) return `an integer of at least ${minimum}`
  if (type === 'integer') return `an integer between ${minimum} and ${maximum}`
  if (type === 'number') return `a number between ${minimum} and ${maximum}`
  if (type === 'array' && minItems !== undefined) return `an array of ${minItems} to ${maxItems} items`
  if (type === 'array') return `an array of at most ${maxItems} items`
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'a JSON object'
  return 'a string'
}
