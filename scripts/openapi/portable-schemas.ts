import type { OpenAPIV3 } from 'openapi-types'
import { DEFECTS } from '../../src/api/defects/catalogue.js'
import { SET_NAMES } from '../../src/api/defects/sets.js'
import { FILLED } from '../../src/contract/schemas/values.js'

/** The names of all defects and sets of defects. In the earlier edition, some defects are unknown (decision 92). */
export const DEFECT_NAMES = [...SET_NAMES, ...DEFECTS.map(({ name }) => name)]

/** The greatest integer of 32 bits. */
const INT32_MAX = 2 ** 31 - 1

/**
 * The patterns of texts, which mean the same in all languages: Java and Python compare a pattern with the whole text, and
 * RE2 has no look-around. No text contains U+0000 (decision 39).
 */
const TEXT = '^[^\\x00]*$'

/**
 * The characters that `\s` matches in the service, for a character class: `\s` matches others in Python, and only those of
 * ASCII in Java and RE2. Languages write escapes of characters above U+00FF differently. So U+2028 and U+2029 are missing:
 * as they are, they would end a regular expression literal of JavaScript in generated code.
 */
const WHITE_SPACE = '\\x09-\\x0d\\x20\\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff'
/** The line terminators of ECMAScript that patterns contain as they are. */
const LINE_SEPARATORS = /[\u2028\u2029]/g
const FILLED_TEXT = '^[^\\x00]*[^\\s\\x00][^\\x00]*$'

type Members = Record<string, unknown>

/**
 * Changes the schemas of a document into those that the tools of many languages understand in the same way. Integers that
 * can exceed 32 bits have a format, and so have numbers, because some generators take `number` for 32 bits. The formats
 * that only this service knows become a pattern or an enumeration.
 */
export function makePortable(document: OpenAPIV3.Document): void {
  visit(document.components)
  visit(document.paths)
}

/** Visits all schemas in a part of a document. Examples are values, not schemas. */
function visit(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) changeSchema(value as Members)
  for (const [key, member] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples' && key !== 'enum') visit(member)
  }
}

function changeSchema(schema: Members): void {
  const { type, maximum = Number.POSITIVE_INFINITY, format, pattern } = schema
  if (type === 'integer' && Number(maximum) > INT32_MAX) schema.format = 'int64'
  if (type === 'number') schema.format = 'double'
  if (type === 'string' && format === 'defect') {
    for (const keyword of ['format', 'minLength', 'maxLength']) delete schema[keyword]
    schema.enum = DEFECT_NAMES
  }
  if (type !== 'string' || format !== 'text') return
  delete schema.format
  const whole = pattern === FILLED ? FILLED_TEXT : String(pattern ?? TEXT)
  schema.pattern = whole.replaceAll('\\s', WHITE_SPACE).replace(LINE_SEPARATORS, '')
}
