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
    fields[key] ??= problemOf(error, steps, schema, part) + hint(key, error.data, schema, part)
  }
  return fields
}

function problemOf({ keyword, data, schema: value }: ErrorObject, steps: string[], schema: Schema, part: Part): string {
  const name = nameOf(steps, part)
  if (part === 'querystring' && Array.isArray(data)) return `${name} must be given only once`
  // No store can keep the value.
  if (keyword === 'format' && schema.format === 'text')
    return `${name} must not contain U+0000 or an unpaired surrogate`
  const refused = keyword === 'pattern' ? findRefused(String(value), String(data)) : undefined
  if (refused !== undefined) return `${name} must not contain ${refused}`
  return messageFor(steps, schema, part, keyword === 'required')
}

/** Returns the message for an invalid field. */
export function fieldMessage(name: string, schema: Schema, part: Part): string {
  return messageFor([name], schema, part)
}

/** @param isMissing whether the field is missing, also if it could be `null` */
function messageFor(steps: string[], schema: Schema, part: Part, isMissing = false): string {
  const isItem = isIndex(steps.at(-1) ?? '')
  const isRequired = isMissing || (part === 'body' && !isItem && typeof schema.type === 'string')
  return `${nameOf(steps, part)} ${isRequired ? 'is required and ' : ''}must be ${requirement(schema)}`
}

function nameOf(steps: string[], part: Part): string {
  const name = label(steps.findLast((step) => !isIndex(step)) ?? part)
  return isIndex(steps.at(-1) ?? '') ? `${name} item` : name
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
