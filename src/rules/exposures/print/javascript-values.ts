import type { Bytes, Expectation, Value } from '../exposure.js'
import { type RunPart, referenceOf } from '../plan/plan.js'
import { quote as inDoubleQuotes, type Language, valuesOf } from '../plan/values.js'

/** The length in characters of a line that is not broken. */
const WIDTH = 100

const NAME = /^[A-Za-z_$][\w$]*$/

/** Returns the language JavaScript. Each style has its own expressions for the values that a test only knows at run time. */
export function javaScript(expression: Language['expression']): Language {
  return {
    quote,
    repeat: (character, times) => `${quote(character)}.repeat(${times})`,
    join: (pieces) => {
      const [first] = pieces
      if (pieces.length === 1 && typeof first === 'object') return first.code
      return `\`${pieces.map((piece) => (typeof piece === 'string' ? escapeTemplate(piece) : `\${${piece.code}}`)).join('')}\``
    },
    expression,
    constant: String,
    list: (items) => `[${items.join(', ')}]`,
    object: (members) =>
      members.length === 0 ? '{}' : `{ ${members.map(([name, code]) => `${keyOf(name)}: ${code}`).join(', ')} }`,
  }
}

const { text, value: toLine } = valuesOf(javaScript(expressionOf))

/** Writes a text with references. */
export const toText = text

/** Writes a value as JavaScript, on several lines if it is long. */
export function toCode(value: Value, indent = ''): string {
  const compact = toLine(value)
  const isBroken = typeof value === 'object' && value !== null && compact.length + indent.length > WIDTH
  if (!isBroken || referenceOf(value) !== undefined) return compact
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${toCode(item, inner)},\n`).join('')}${indent}]`
  }
  const members = Object.entries(value).map(([name, member]) => `${inner}${keyOf(name)}: ${toCode(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}

/** Writes the content of a file as the argument of `new Blob` or `Buffer.from`. */
export function toContent(content: Bytes): string {
  return typeof content === 'string' ? quote(content) : `${quote(content.repeat)}.repeat(${content.times})`
}

/** Writes what a test only knows when it runs: the variables of the printed tests. */
export function expressionOf(part: RunPart): string {
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'new URL(baseUrl).pathname'
    case 'account':
      return part.field === 'PASSWORD' ? `${part.account}.password.toUpperCase()` : `${part.account}.${part.field}`
    case 'value': {
      const code = part.name + part.pointer.map(memberOf).join('')
      return part.part === undefined ? code : `${code}.split('.')[${part.part}]`
    }
  }
}

/** Writes the value at the place of an expectation about a JSON body. */
export function valueAt(body: string, at: Expectation['at']): string {
  const [before = '', after] = at.split('/*')
  const list = body + before.split('/').slice(1).map(memberOf).join('')
  if (after === undefined) return list
  const [name = '', ...rest] = after.split('/').slice(1)
  return `${list}.map(({ ${name} }) => ${name}${rest.map(memberOf).join('')})`
}

/** Writes the access to a member of an object or a list. */
export function memberOf(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`
  return NAME.test(name) ? `.${name}` : `[${quote(name)}]`
}

function keyOf(name: string): string {
  return NAME.test(name) ? name : quote(name)
}

/** Writes a constant text. Characters that are not visible, or look like others, are escaped. */
export function quote(text: string): string {
  const escaped = inDoubleQuotes(text).slice(1, -1).replaceAll('\\"', '"')
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

function escapeTemplate(text: string): string {
  return quote(text).slice(1, -1).replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${')
}
