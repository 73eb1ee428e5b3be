import type { Expectation, Matcher, Value } from '../exposure.js'
import type { RunPart } from '../plan/plan.js'
import { jsonTemplate, type Language, quote, valuesOf, wholeOf } from '../plan/values.js'

const JAVA: Language = {
  quote,
  repeat: (character, times) => `${quote(character)}.repeat(${times})`,
  join: (pieces) => pieces.map((piece) => (typeof piece === 'string' ? quote(piece) : piece.code)).join(' + '),
  expression: expressionOf,
  constant: String,
  list: (items) => `List.of(${items.join(', ')})`,
  object: (members) => `Map.of(${members.map(([name, code]) => `${quote(name)}, ${code}`).join(', ')})`,
}

export const { text: toText, value: toCode } = valuesOf(JAVA)

function expressionOf(part: RunPart): string {
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'URI.create(BASE_URL).getPath()'
    case 'account': {
      const name = part.account.toUpperCase()
      return part.field === 'PASSWORD' ? `${name}_PASSWORD.toUpperCase()` : `${name}_${part.field.toUpperCase()}`
    }
    case 'value': {
      const isText = part.part !== undefined || /(At|oken)$/.test(part.pointer.at(-1) ?? '')
      const code = `${part.name}.<${isText ? 'String' : 'Object'}>path(${quote(pathOf(part.pointer) || '$')})`
      return part.part === undefined ? code : `${code}.split("\\\\.")[${part.part}]`
    }
  }
}

/** Writes a JSON body as a text block. What the test only knows when it runs are its arguments. */
export function toJsonBlock(body: Value): string[] {
  const args: string[] = []
  const hold = (code: string) => {
    if (!args.includes(code)) args.push(code)
    return `%${args.indexOf(code) + 1}$s`
  }
  const { value } = valuesOf(
    jsonTemplate(
      (part) => hold(expressionOf(part)),
      (...repeated) => `"${hold(JAVA.repeat(...repeated))}"`,
    ),
  )
  const json = value(body)
    .replaceAll('\\', '\\\\')
    .replaceAll(/\\\\u([0-9a-f]{4})/g, '\\u$1')
  return [
    '"""',
    args.length > 0 ? json.replaceAll(/%(?!\d\$s)/g, '%%') : json,
    `"""${args.length > 0 ? `.formatted(${args.join(', ')})` : ''}`,
  ]
}

/** Writes the path of REST Assured to the value at a JSON pointer. In a list, it is the values of all items. */
function pathOf(pointer: readonly string[]): string {
  return pointer
    .filter((name) => name !== '*')
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : /^\w+$/.test(name) ? `.${name}` : `.'${name}'`))
    .join('')
    .replace(/^\./, '')
}

/** Writes an expectation about a response as a call after `then()`. */
export function assertionOf({ at, is }: Expectation): string {
  if (at === 'status' && 'equals' in is) return `.statusCode(${is.equals})`
  if (at === 'header:content-type' && 'matches' in is && is.matches === '^application/json') {
    return '.contentType(JSON)'
  }
  if (at === 'bytes') return `.body(${matcherOf(is)})`
  if (at.startsWith('header:')) {
    const split =
      'sameItems' in is && is.split !== undefined ? `value -> List.of(value.split(${quote(is.split)})), ` : ''
    return `.header(${quote(at.slice('header:'.length))}, ${split}${matcherOf(is)})`
  }
  const path = pathOf(at.split('/').slice(1)) || '$'
  return `.body(${quote('unique' in is ? `${path}.countBy { it }.values()` : path)}, ${matcherOf(is)})`
}

/** Writes a matcher of Hamcrest. */
export function matcherOf(is: Matcher): string {
  if ('equals' in is) {
    if (is.equals === null) return 'nullValue()'
    const json = JSON.stringify(is.equals)
    // `Map.of` accepts neither null nor more than ten members.
    if (/^[[{].*(null|\{)/.test(json) && !json.includes('"$"'))
      return `equalTo(io.restassured.path.json.JsonPath.from(${quote(json)}).get("$"))`
    const code = toCode(is.equals as Value)
    return `equalTo(${is.plus === undefined ? code : `${code.replace('<Object>', '<Integer>')} + ${is.plus}`})`
  }
  if ('sameItems' in is) return `containsInAnyOrder(${is.sameItems.map(toCode).join(', ')})`
  if ('matches' in is) return `matchesRegex(${quote(wholeOf(is.matches))})`
  if ('greaterThan' in is) return `greaterThan(${toCode(is.greaterThan).replace('<Object>', '<Integer>')})`
  return 'everyItem(equalTo(1))'
}
