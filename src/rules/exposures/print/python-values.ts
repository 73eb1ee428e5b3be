import type { Bytes, Expectation, Matcher, Value } from '../exposure.js'
import type { RunPart } from '../plan/plan.js'
import { type Language, quote as quoteUnits, valuesOf } from '../plan/values.js'

/** Writes a constant text. Python has no surrogate pairs. */
export function quote(text: string): string {
  const characters = [...text].map((character) => {
    const code = character.codePointAt(0) as number
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : quoteUnits(character).slice(1, -1)
  })
  return `"${characters.join('')}"`
}

const PYTHON: Language = {
  quote,
  repeat: (character, times) => `${quote(character)} * ${times}`,
  join: (pieces) => {
    const [first] = pieces
    if (pieces.length === 1 && typeof first === 'object') return first.code
    const inside = pieces.map((piece) =>
      typeof piece === 'string'
        ? quote(piece).slice(1, -1).replaceAll(/[{}]/g, '$&$&')
        : `{${piece.code.replaceAll('"', "'")}}`,
    )
    return `f"${inside.join('')}"`
  },
  expression: expressionOf,
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  list: (items) => `[${items.join(', ')}]`,
  object: (members) => `{${members.map(([name, code]) => `${quote(name)}: ${code}`).join(', ')}}`,
}

export const { text: toText, value: toCode } = valuesOf(PYTHON)

function expressionOf(part: RunPart): string {
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'urlsplit(BASE_URL).path'
    case 'account': {
      const name = part.account.toUpperCase()
      return part.field === 'PASSWORD' ? `${name}["password"].upper()` : `${name}[${quote(part.field)}]`
    }
    case 'value': {
      const code = part.name + part.pointer.map(memberOf).join('')
      return part.part === undefined ? code : `${code}.split(".")[${part.part}]`
    }
  }
}

/** Writes the place of an expectation about a response. */
export function placeIn(response: string, body: string, at: Expectation['at']): string {
  if (at === 'status') return `${response}.status_code`
  if (at === 'bytes') return `${response}.content`
  if (at.startsWith('header:')) return `${response}.headers[${quote(at.slice('header:'.length))}]`
  const [before = '', after] = at.split('/*')
  const list = body + membersOf(before)
  return after === undefined ? list : `[item${membersOf(after)} for item in ${list}]`
}

/** Writes an assertion about an expression. */
export function assertionOf(actual: string, is: Matcher): string {
  if ('equals' in is) {
    const expected = actual.endsWith('.content') ? toBytes(is.equals as Bytes) : toCode(is.equals as Value)
    if (expected === 'None') return `assert ${actual} is None`
    return `assert ${actual} == ${expected}${is.plus === undefined ? '' : ` + ${is.plus}`}`
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `${actual}.split(${quote(is.split)})`
    return `assert sorted(${list}) == sorted(${toCode(is.sameItems)})`
  }
  if ('matches' in is) return `assert re.search(r${quote(is.matches).replaceAll('\\\\', '\\')}, ${actual})`
  if ('greaterThan' in is) return `assert ${actual} > ${toCode(is.greaterThan)}`
  return `assert len(set(${actual})) == len(${actual})`
}

/** Writes the content of a file as bytes. */
export function toBytes(content: Bytes): string {
  if (typeof content === 'string') return isAscii(content) ? `b${quote(content)}` : `${quote(content)}.encode()`
  return `b${quote(content.repeat)} * ${content.times}`
}

function membersOf(pointer: string): string {
  return pointer.split('/').slice(1).map(memberOf).join('')
}

function memberOf(name: string): string {
  return /^\d+$/.test(name) ? `[${name}]` : `[${quote(name)}]`
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
