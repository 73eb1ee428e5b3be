import type { Value } from '../exposure.js'
import { partsOf, type RunPart, referenceOf } from './plan.js'

/** A part of a text: a constant text, or an expression. */
export type Piece = string | { readonly code: string }

/** How a language writes the values of a test. All methods return code. */
export interface Language {
  quote(text: string): string
  repeat(character: string, times: number): string
  /** Joins the pieces of a text. One of them can be all of the text. */
  join(pieces: readonly Piece[]): string
  /** What a test only knows when it runs. */
  expression(part: RunPart): string
  /** A constant: `null`, `true` or `false`. */
  constant(value: null | boolean): string
  list(items: readonly string[]): string
  object(members: readonly (readonly [name: string, code: string])[]): string
}

export interface Values {
  /** Writes a text with references. With a prefix, which is an expression, always as a text that is joined. */
  text(text: string, prefix?: string): string
  /** Writes a JSON value with references on one line. */
  value(value: Value): string
}

/** Returns what writes values in a language. */
export function valuesOf(language: Language): Values {
  function text(source: string, prefix?: string): string {
    const [character = ''] = source
    if (source.length > 20 && source === character.repeat(source.length)) {
      return language.repeat(character, source.length)
    }
    const pieces = partsOf(source).map((part) =>
      typeof part === 'string' ? part : { code: language.expression(part) },
    )
    if (prefix !== undefined) return language.join([{ code: prefix }, ...pieces])
    return pieces.every((piece) => typeof piece === 'string') ? language.quote(source) : language.join(pieces)
  }

  function value(source: Value): string {
    if (typeof source === 'string') return text(source)
    if (typeof source === 'number') return String(source)
    if (typeof source === 'boolean' || source === null) return language.constant(source)
    const reference = referenceOf(source)
    if (reference !== undefined) return language.expression(reference)
    if (Array.isArray(source)) return language.list(source.map(value))
    return language.object(Object.entries(source).map(([name, member]) => [name, value(member)]))
  }

  return { text, value }
}

/** Returns the language of JSON in which expressions stand as they are, for a template such as `{"title": "{{title}}"}`. */
export function jsonTemplate(
  expression: Language['expression'],
  repeat: Language['repeat'] = (character, times) => quote(character.repeat(times)),
): Language {
  return {
    quote,
    repeat,
    join: (pieces) =>
      `"${pieces.map((piece) => (typeof piece === 'string' ? quote(piece).slice(1, -1) : piece.code)).join('')}"`,
    expression,
    constant: String,
    list: (items) => `[${items.join(', ')}]`,
    object: (members) => `{${members.map(([name, code]) => `${quote(name)}: ${code}`).join(', ')}}`,
  }
}

/** Writes a constant text in double quotes, as most languages do. Characters that are not visible are escaped. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns the regular expression that matches a whole text, for one that matches a part. */
export function wholeOf(expression: string): string {
  const start = expression.startsWith('^') ? expression.slice(1) : `.*${expression}`
  return start.endsWith('$') ? start.slice(0, -1) : `${start}.*`
}
