import { parse } from '../../contract/parse.js'

/** What stands instead of a secret value. */
export const REDACTED = '[redacted]'

/** Parts of the names that clients give to secrets: `password`, `refresh_token`, `X-API-Key`; not `tokenCount`. */
const PARTS =
  '(?:passw|passphrase|pwd|token|secret|jwt|credential|authori[sz]ation|api.?key)(?![\\w-]{0,16}(?:(?<!c)count|length|limit)\\b)'

/** Short words that are names of secrets only as a whole. */
const WORDS = '(?:pass|auth|key)'

/** The characters around names and values, in a character class. Phones and word processors replace `"` by others. */
const QUOTES = '\\p{Quotation_Mark}`´′″'

/** What separates a name from its value. */
const SEPARATOR = '[:=：＝]>?'

/** The name of a secret. No operation has other members or parameters with such names. */
const NAME = new RegExp(`${PARTS}|^\\W*${WORDS}\\W*$`, 'iu')

/** What a JSON text with a secret contains. Names can be written with escapes, and UTF-16 contains zeros. */
const SIGN = new RegExp(`${PARTS}|\\b${WORDS}[${QUOTES}\\\\\\s]{0,8}(?:${SEPARATOR}|[${QUOTES}])|\\\\u|\\0`, 'iu')

/**
 * What each text with a secret contains, unless it has zeros. A search for it takes an eighth of the time of one for
 * `SIGN`. With `\0` or with names in full, it would take twice as long.
 */
const POSSIBLE = /p(?:a[s\u017f][s\u017f]|wd)|jwt|[k\u212a]e[ny]|ecret|cred|auth|\\u/i

/** The start of a JSON text that can have members. It can be in the middle of another text. */
const JSON_START = new RegExp(`^\\s*[${QUOTES}]|[[{]\\s*[${QUOTES}{[]|\\{\\s*[\\w$.-]{1,64}\\s*${SEPARATOR}`, 'gu')

/** A part of a text that is a secret, and what stands instead. */
type Secret = readonly [start: number, end: number, instead: string]

const QUOTED = `"${REDACTED}"`

/** What stands instead of a number. A secret can be one, and its type is none. */
const HIDDEN_NUMBER = '0'

/**
 * Replaces the values of secret members in the text of a body. All other characters stay as they are, and so do the types
 * of the values: a number becomes 0, and `null`, booleans and empty texts are no secrets. The members can be anywhere,
 * because clients also send bodies to the wrong path, and JSON texts inside JSON texts. In a text that is not JSON, the
 * end of a value can be unknown: then the rest of the text is replaced.
 */
export function redact(text: string): string {
  if (!mayHaveSecret(text) || !SIGN.test(text)) return text
  let redacted = ''
  let last = 0
  for (const [start, end, instead] of secretsIn(text)) {
    redacted += text.slice(last, start) + instead
    last = end
  }
  return redacted + text.slice(last)
}

function mayHaveSecret(text: string): boolean {
  return POSSIBLE.test(text) || text.includes('\0')
}

function secretsIn(text: string): Iterable<Secret> {
  if (isJson(text)) return secretsInJson(text)
  return secretsInOther(text, /^\s*["{[]/.test(text))
}

function isJson(text: string): boolean {
  return parse(text) !== undefined
}

function* secretsInJson(json: string): Generator<Secret> {
  let last = 0
  for (const { 0: match, 1: raw = '', 2: colon, index } of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:\s*)?/g)) {
    if (index < last) continue
    const { text, placeOf } = decodeEscapes(raw)
    if (SIGN.test(text)) {
      for (const [start, end, instead] of secretsInside(text)) {
        yield [index + 1 + placeOf(start), index + 1 + placeOf(end), JSON.stringify(instead).slice(1, -1)]
      }
    }
    if (colon === undefined || !NAME.test(text)) continue
    const start = index + match.length
    last = endOfValue(json, start)
    yield [start, last, hide(json.slice(start, last))]
  }
}

/** Returns what stands instead of a secret value: a value with the same types, or a text if it is malformed. */
function hide(value: string): string {
  if (!isJson(value)) return QUOTED
  return value.replace(/"((?:[^"\\]|\\.)*)"|-?\d[\d.]*(?:e[+-]?\d+)?/gi, (piece, text?: string) =>
    text === undefined ? HIDDEN_NUMBER : text === '' ? piece : QUOTED,
  )
}

/** Finds the secrets of JSON texts inside a text. */
function* secretsInside(text: string): Generator<Secret> {
  for (const { index, json, isValid } of jsonInside(text)) {
    const found = isValid ? secretsInJson(json) : secretsInOther(json, true)
    for (const [start, end, instead] of found) yield [index + start, index + end, instead]
  }
}

/** Finds the JSON texts inside a text. Where a malformed one ends is unknown: it takes the rest of the text. */
function* jsonInside(text: string): Generator<{ index: number; json: string; isValid: boolean }> {
  let last = 0
  for (const { index } of text.matchAll(JSON_START)) {
    if (index < last) continue
    last = endOfValue(text, index)
    const json = text.slice(index, last)
    const isValid = isJson(json)
    yield { index, json: isValid ? json : text.slice(index), isValid }
    if (!isValid) return
  }
}

/** A part of the name of a secret in a text that is not JSON. */
const IN_TEXT = `(?:${PARTS}|(?<!\\w)${WORDS}(?!\\w))`

/** What stands between a name and its value, however wrong: before a text, an object or a list, or before another value. */
const BEFORE_VALUE = `(?:(?:/\\*[^*${QUOTES}]{0,64}\\*/|[^\\p{L}\\p{N}_${QUOTES}[\\]{}]){0,32}(?=[${QUOTES}[{])|(?:[-=~]>|[\\s,;:=：＝]){0,32})`

/** The rest of the name of a secret in malformed JSON, from its recognised part on. Its separator can be wrong or missing. */
const REST_OF_NAME = '[\\w$.-]{0,64}'
const QUOTED_NAME = `(?<=[${QUOTES}]${REST_OF_NAME})${REST_OF_NAME}[${QUOTES}]`
const IN_PLACE_OF_NAME = `(?<=(?:[{,\\n]|[${QUOTES}\\]}]\\s)\\s{0,8}\\\\{0,4}[${QUOTES}]${REST_OF_NAME})${REST_OF_NAME}\\\\{0,4}[${QUOTES}](?!\\s*[\\]}])`
const UNQUOTED_NAME = `(?<=(?:\\{|[${QUOTES}\\]}]\\s{0,8}[,\\n]|:[^${QUOTES},:]{1,64}[,\\n])\\s{0,8}${REST_OF_NAME})${REST_OF_NAME}(?![\\w$.-])`

/** The name of a secret in malformed JSON, up to the value. */
const IN_MALFORMED = `${IN_TEXT}(?:(?:[\\w$.\\]\\\\-]{0,64}[${QUOTES}\\\\\\s]{0,8}|[^${QUOTES}]{0,64}[${QUOTES}]\\s{0,8})${SEPARATOR}\\s*|${IN_PLACE_OF_NAME}${BEFORE_VALUE}|${QUOTED_NAME}\\s{0,8}(?=[${QUOTES}])|${UNQUOTED_NAME}${BEFORE_VALUE}(?=[${QUOTES}[{]|(?<=\\s)[^\\s,:\\]}]))`

function* secretsInOther(other: string, isMalformed: boolean): Generator<Secret> {
  const { text, placeOf } = decodeEscapes(other, /\\u00[3-7][\da-fA-F]|./gs)
  const names = new RegExp(isMalformed ? IN_MALFORMED : `${IN_TEXT}\\w{0,64}`, 'giu')
  let last = 0
  for (const { 0: match, index } of text.matchAll(names)) {
    if (index < last) continue
    const start = index + match.length
    last = isMalformed ? endOfValue(text, start) : text.length
    yield [placeOf(start), placeOf(last), hide(text.slice(start, last))]
  }
}

/** Returns the end of the JSON value at a place of a text, or the end of the text if the value has none. */
function endOfValue(text: string, start: number): number {
  const plain = /(?:"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null)(?=\s*(?:[,}\]]|$))/iy
  plain.lastIndex = start
  if (plain.test(text)) return plain.lastIndex
  if (!/[{[]/.test(text.charAt(start))) return text.length
  let depth = 0
  for (const { 0: piece, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/g)) {
    if (/^[{[]/.test(piece)) depth++
    if (/^[}\]]/.test(piece) && --depth === 0) return start + index + 1
  }
  return text.length
}

/**
 * Decodes the escapes of a JSON string, without zeros.
 *
 * @param pieces the characters and escapes of the string
 * @returns the text, and a function that returns the place of one of its characters, or of its end, in the string
 */
function decodeEscapes(raw: string, pieces = /\\u[\da-fA-F]{4}|\\?./gs) {
  if (!/[\\\0]/.test(raw)) return { text: raw, placeOf: (index: number) => index }
  let text = ''
  const places: number[] = []
  for (const { 0: piece, index } of raw.matchAll(pieces)) {
    if (piece === '\0') continue
    text += piece.length > 1 ? (JSON.parse(`"${piece}"`) as string) : piece
    places.push(index)
  }
  return { text, placeOf: (index: number) => places[index] ?? raw.length }
}

/** What a URL with a secret contains. */
const HINT = new RegExp(`${PARTS}|${WORDS}|\\\\u`, 'iu')

/** The name of a parameter in a decoded query. It can be inside the value of another one. */
const PARAMETER = /(?:^|[?&;#=])([^?&;#=]*)=/g

/** The full name of a parameter with its `=`, which is not inside a value. */
const FULL_NAME = new RegExp(`^[^={${QUOTES}]*=$`, 'u')

/** The rest of a hidden value that contains `?` or `;`. */
const REST_OF_VALUE = /(?<=\[redacted\])[?;][^&#]*/g

/**
 * Replaces the values of secret parameters in the path or the query of a URL, and those of parameters with a JSON text that
 * has secret members. Names and values can be percent-encoded.
 */
export function redactParameters(text: string): string {
  const decoded = decode(text)
  if (!mayHaveSecret(decoded) || !HINT.test(decoded)) return text
  const parameters = text.split(/(?<=[?&;#])/)
  // A JSON text can contain separators, so a malformed one takes the rest of the query.
  const open = parameters.findIndex((parameter) => [...jsonInside(decode(parameter))].at(-1)?.isValid === false)
  if (open >= 0) parameters.push(parameters.splice(open).join(''))
  return parameters.map(redactParameter).join('').replace(REST_OF_VALUE, '')
}

function redactParameter(parameter: string): string {
  const decoded = decode(parameter)
  const names = [...decoded.matchAll(PARAMETER)].map(([, name = '']) => name)
  if (!names.some((name) => NAME.test(name)) && secretsInside(decoded).next().done) return parameter
  const [, name = '', end = ''] = /^([^=]*=)?.*?([?&;#]?)$/s.exec(parameter) ?? []
  return `${FULL_NAME.test(decode(name)) ? name : ''}${REDACTED}${end}`
}

/** How often a text is decoded. Clients encode it twice by mistake. */
const DECODINGS = 3

/** Decodes a percent-encoded text, also if it was encoded several times. Of a part that is not UTF-8, it decodes ASCII. */
function decode(text: string): string {
  let decoded = text.includes('+') ? text.replaceAll('+', ' ') : text
  for (let n = 0; n < DECODINGS && decoded.includes('%'); n++) {
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, decodeBytes)
  }
  return decoded
}

function decodeBytes(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
