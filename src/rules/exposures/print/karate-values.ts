import type { Expectation, Matcher, Value } from '../exposure.js'
import type { RunPart } from '../plan/plan.js'
import { valuesOf, wholeOf } from '../plan/values.js'
import { pathOfUrl } from '../plan/variables.js'
import { expressionOf, javaScript, memberOf, quote } from './javascript-values.js'

/** JavaScript with texts that are joined by `+`: Karate replaces nothing in them. */
export const { text: toText, value: toCode } = valuesOf({
  ...javaScript((part: RunPart) => (part.kind === 'basePath' ? pathOfUrl('baseUrl') : expressionOf(part))),
  join: (pieces) => pieces.map((piece) => (typeof piece === 'string' ? quote(piece) : piece.code)).join(' + '),
})

/** Writes an expectation about a response as a step, without its keyword. */
export function assertionOf({ at, is }: Expectation): string {
  if (at === 'status' && 'equals' in is) return `status ${is.equals}`
  if (at === 'bytes') return matchOf('response', is)
  if (at.startsWith('/')) return matchOf(`response${at.split('/').slice(1).map(memberAt).join('')}`, is)
  const name = at.slice('header:'.length)
  const isSplit = 'sameItems' in is && is.split !== undefined
  return matchOf(isSplit ? `karate.response.header('${name}')` : `header ${name}`, is)
}

function memberAt(name: string): string {
  return name === '*' ? '[*]' : memberOf(name)
}

function matchOf(actual: string, is: Matcher): string {
  if ('equals' in is) {
    const expected = toExpected(is.equals as Value)
    return `match ${actual} == ${is.plus === undefined ? expected : `${expected} + ${is.plus}`}`
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `(${actual}.split(${quote(is.split)}))`
    return `match ${list} contains only ${toExpected(is.sameItems)}`
  }
  if ('matches' in is) return `match ${actual} == ${quote(`#regex ${wholeOf(is.matches)}`)}`
  if ('greaterThan' in is) return `assert ${actual} > ${toCode(is.greaterThan)}`
  return `assert new Set(${actual}).size == ${actual}.length`
}

/** Writes the value that a match expects. In parentheses, a list or an object is JavaScript. */
function toExpected(value: Value): string {
  const code = toCode(value)
  return /^[[{]/.test(code) ? `(${code})` : code
}
