import type { Bytes, Expectation, Value } from '../exposure.js'
import { referenceOf, type ValuePart } from '../plan/plan.js'
import { quote as inJson } from '../plan/values.js'
import { toJsonTemplate, toTemplate, variableOf } from '../plan/variables.js'

/** Writes the capture of a value in the JSON body of a response. */
export function captureOf(part: ValuePart): string {
  const filter = part.part === undefined ? '' : ` split "." nth ${part.part}`
  return `${variableOf(part)}: jsonpath ${quote(pathOf(part.pointer))}${filter}`
}

/** Writes the assertions of an expectation about a response. */
export function assertsOf({ at, is }: Expectation): string[] {
  if (at === 'bytes' && 'equals' in is) return [`bytes == ${bytesOf(is.equals as Bytes)}`]
  const pointer = at.split('/').slice(1)
  const query = at.startsWith('header:')
    ? `header ${quote(at.slice('header:'.length))}`
    : `jsonpath ${quote(pathOf(pointer))}`
  if ('sameItems' in is) {
    const items = is.sameItems
    if (is.split === undefined) return listOf(pointer, items)
    const list = `${query} split ${quote(is.split)}`
    return [`${list} count == ${items.length}`, ...items.map((item) => `${list} contains ${toCode(item)}`)]
  }
  if ('equals' in is) {
    return Array.isArray(is.equals) ? listOf(pointer, is.equals) : [`${query} == ${toCode(is.equals as Value)}`]
  }
  if ('matches' in is) return [`${query} matches ${quote(is.matches)}`]
  if ('greaterThan' in is) return [`${query} > ${toCode(is.greaterThan)}`]
  return [`${query} not exists`]
}

/** Asserts the number of items, and each item. */
function listOf(pointer: readonly string[], items: readonly Value[]): string[] {
  const star = pointer.indexOf('*')
  const [list, rest] = star < 0 ? [pointer, []] : [pointer.slice(0, star), pointer.slice(star + 1)]
  return [
    `jsonpath ${quote(pathOf(list))} count == ${items.length}`,
    ...items.map((item, index) => `jsonpath ${quote(pathOf([...list, String(index), ...rest]))} == ${toCode(item)}`),
  ]
}

function pathOf(pointer: readonly string[]): string {
  return `$${pointer.map((name) => (name === '*' ? '[*]' : /^\d+$/.test(name) ? `[${name}]` : /^\w+$/.test(name) ? `.${name}` : `['${name}']`)).join('')}`
}

function toCode(value: Value): string {
  if (typeof value === 'string') return quote(toTemplate(value))
  const reference = referenceOf(value)
  return reference === undefined ? toJsonTemplate(value) : `{{${variableOf(reference)}}}`
}

/** Writes bytes. */
export function bytesOf(content: Bytes): string {
  if (typeof content === 'object' && 'base64' in content) return `base64,${content.base64};`
  const text = typeof content === 'string' ? content : content.repeat.repeat(content.times)
  return `base64,${btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))};`
}

/** Writes a text of Hurl, whose code points are written as in `\u{e9}`. */
function quote(text: string): string {
  return inJson(text).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}')
}
