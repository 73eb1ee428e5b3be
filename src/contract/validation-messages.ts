import type { ErrorObject } from 'ajv'
import { findInvalidValue, isIndex, requirement, type Schema, toKey } from './validation-wording.js'

export type { Schema }

/** A validated part of a request. */
export type Part = 'params' | 'body' | 'querystring'

/** Returns a message for every invalid field, with keys like `checklistItems[0].text` (decision 28). */
export function describe(errors: ErrorObject[], part: Part): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const { steps, schema } = findInvalidValue(error)
    const key = toKey(steps) || part
    const isUnstorable = error.keyword === 'format' && schema.format === 'text'
    const refused = error.keyword === 'pattern' ? findRefused(String(error.schema), String(error.data)) : undefined
    const isRepeated = part === 'querystring' && Array.isArray(error.data)
    const isMissing = error.keyword === 'required'
    const problem = isRepeated
      ? `${label(key)} must be given only once`
      : message(steps, schema, { isUnstorable, isMissing, refused, part })
    fields[key] ??= problem + hint(key, error.data, schema, part)
  }
  return fields
}

/** Returns the message for an invalid field. */
export function fieldMessage(name: string, schema: Schema, part: Part): string {
  return message([name], schema, { part })
}

interface Circumstances {
  part: Part
  /** Whether no store can keep the value. */
  isUnstorable?: boolean
  /** Whether the field is missing, also if it could be `null`. */
  isMissing?: boolean
  /** The character that the value must not contain. */
  refused?: string | undefined
}

/**
 * Returns the first character that a text must not have at its place although its pattern allows letters, such as
 * `U+200B (character 4)`: an invisible character cannot be shown.
 */
function findRefused(pattern: string, text: string): string | undefined {
  const fits = new RegExp(pattern, 'u')
  if (!fits.test('aa')) return undefined
  const characters = [...text]
  const index = characters.findIndex(
    (character, at) => !fits.test(`${/\S/.test(characters[at - 1] ?? '') ? 'a' : ''}${character}a`),
  )
  const code = characters[index]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return code && `U+${code} (character ${index + 1})`
}

function message(
  steps: string[],
  schema: Schema,
  { part, isUnstorable = false, isMissing = false, refused }: Circumstances,
): string {
  const isItem = isIndex(steps.at(-1) ?? '')
  const name = label(steps.findLast((step) => !isIndex(step)) ?? part) + (isItem ? ' item' : '')
  if (isUnstorable) return `${name} must not contain U+0000 or an unpaired surrogate`
  if (refused !== undefined) return `${name} must not contain ${refused}`
  const isRequired = isMissing || (part === 'body' && !isItem && typeof schema.type === 'string')
  return `${name} ${isRequired ? 'is required and ' : ''}must be ${requirement(schema)}`
}

/** A direction inside `sort`, as other services write it: `priority,desc`, `priority:desc` or `-priority`. */
const SORT_DIRECTION = /^(?:\w+\W(asc|desc)|-\w+)$/i

/** Names the parameter for a direction if a client sent it inside `sort`, and `sort` cannot contain it. */
function hint(key: string, value: unknown, { enum: values = [] }: Schema, part: Part): string {
  if (key !== 'sort' || part !== 'querystring' || !SORT_DIRECTION.test(String(value))) return ''
  if (values.some((allowed) => SORT_DIRECTION.test(String(allowed)))) return ''
  return '; the direction is a parameter of its own: direction=asc or direction=desc'
}

/** Returns the label of a field: `dueDate` → `Due date`. */
function label(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
