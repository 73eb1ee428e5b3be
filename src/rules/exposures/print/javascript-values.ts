import type { Bytes, Expectation, Value } from '../exposure.js'
import { type Part, partsOf, referenceOf, type ValuePart } from './plan.js'

/** The length in characters of a line that is not broken. */
const WIDTH = 100

const NAME = /^[A-Za-z_$][\w$]*$/

/** Writes a value as JavaScript, on several lines if it is long. */
export function toCode(value: Value, indent = ''): string {
  const compact = toLine(value)
  if (typeof value !== 'object' || value === null || compact.length + indent.length <= WIDTH) return compact
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${toCode(item, inner)},\n`).join('')}${indent}]`
  }
  const members = Object.entries(value).map(([name, member]) => `${inner}${keyOf(name)}: ${toCode(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}

function toLine(value: Value): string {
  if (typeof value === 'string') return toText(value)
  const reference = referenceOf(value)
  if (reference !== undefined) return accessOf(reference)
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${keyOf(name)}: ${toLine(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return String(value)
}

/** Writes a text with references as JavaScript. */
export function toText(text: string, prefix: readonly string[] = []): string {
  const [repeated = ''] = text
  if (text.length > 20 && text === repeated.repeat(text.length)) return `${quote(repeated)}.repeat(${text.length})`
  const parts = partsOf(text)
  const [only] = parts
  if (prefix.length === 0 && parts.length <= 1 && (only === undefined || typeof only === 'string')) return quote(text)
  if (prefix.length === 0 && parts.length === 1) return expressionOf(only as Part)
  const inside = parts.map((part) => (typeof part === 'string' ? escapeTemplate(part) : `\${${expressionOf(part)}}`))
  return `\`${prefix.map((expression) => `\${${expression}}`).join('')}${inside.join('')}\``
}

/** Writes the content of a file as the argument of `new Blob` or `Buffer.from`. */
export function toContent(content: Bytes): string {
  if (typeof content === 'string') return quote(content)
  if ('repeat' in content) return `${quote(content.repeat)}.repeat(${content.times})`
  return `Buffer.from(${quote(content.base64)}, 'base64')`
}

function expressionOf(part: Part): string {
  if (typeof part === 'string') return quote(part)
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'new URL(baseUrl).pathname'
    case 'account':
      return part.field === 'PASSWORD' ? `${part.account}.password.toUpperCase()` : `${part.account}.${part.field}`
    case 'value':
      return part.part === undefined ? accessOf(part) : `${accessOf(part)}.split('.')[${part.part}]`
  }
}

function accessOf({ name, pointer }: ValuePart): string {
  return name + pointer.map(memberOf).join('')
}

/** Writes the value at the place of an expectation about a JSON body. */
export function valueAt(body: string, at: Expectation['at']): string {
  const [before = '', after] = at.split('/*')
  const list = body + before.split('/').slice(1).map(memberOf).join('')
  if (after === undefined) return list
  const [name = '', ...rest] = after.split('/').slice(1)
  return `${list}.map(({ ${name} }) => ${name}${rest.map(memberOf).join('')})`
}

function memberOf(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`
  return NAME.test(name) ? `.${name}` : `[${quote(name)}]`
}

function keyOf(name: string): string {
  return NAME.test(name) ? name : quote(name)
}

/** Writes a constant text. Characters that are not visible, or look like others, are escaped. */
export function quote(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  const escaped = json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

function escapeTemplate(text: string): string {
  return quote(text).slice(1, -1).replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${')
}
