/** What stands instead of a secret value. */
export const REDACTED = '[redacted]'

/** Parts of the names that clients give to secrets: `password`, `refresh_token`, `X-API-Key`; not `tokenCount`. */
const PARTS =
  '(?:passw|passphrase|pwd|token|secret|jwt|credential|authori[sz]ation|api.?key)(?![\\w-]{0,16}(?:(?<!c)count|length|limit)\\b)'

/** Short words that are names of secrets only as a whole. */
const WORDS = '(?:pass|auth|key)'

/** The name of a secret. No operation has other members or parameters with such names. */
const NAME = new RegExp(`${PARTS}|^\\W*${WORDS}\\W*$`, 'i')

/** What a JSON text with a secret contains. Names can be written with escapes, and UTF-16 contains zeros. */
const SIGN = new RegExp(`${PARTS}|\\b${WORDS}["'\\\\\\s]{0,8}[:=]|\\\\u|\\0`, 'i')

/** The start of a JSON text that can have members. It can be in the middle of another text. */
const JSON_START = /^\s*"|[[{]\s*["{[]/g

/** A part of a text that is a secret, and what stands instead. */
type Secret = readonly [start: number, end: number, instead: string]

const QUOTED = `"${REDACTED}"`

/**
 * Replaces the values of secret members in the text of a body. All other characters stay as they are. The members can be
 * anywhere, because clients also send bodies to the wrong path, and JSON texts inside JSON texts. In a text that is not
 * JSON, the end of a value can be unknown: then the rest of the text is replaced.
 */
export function redact(text: string): string {
  if (!SIGN.test(text)) return text
  let redacted = ''
  let last = 0
  for (const [start, end, instead] of secretsIn(text)) {
    redacted += text.slice(last, start) + instead
    last = end
  }
  return redacted + text.slice(last)
}

function secretsIn(text: string): Iterable<Secret> {
  try {
    JSON.parse(text)
    return secretsInJson(text)
  } catch {
    return secretsInOther(text)
  }
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
    last = endOfValue(json, index + match.length)
    yield [index + match.length, last, QUOTED]
  }
}

/** Finds the secrets of JSON texts inside a text. */
function* secretsInside(text: string): Generator<Secret> {
  let last = 0
  for (const { index } of text.matchAll(JSON_START)) {
    if (index < last) continue
    last = endOfValue(text, index)
    for (const [start, end, instead] of secretsIn(text.slice(index, last))) yield [index + start, index + end, instead]
  }
}

/** A part of the name of a secret in a text that is not JSON. */
const IN_TEXT = `(?:${PARTS}|(?<!\\w)${WORDS}(?!\\w))`

/** The same in malformed JSON, up to the value. In the place of a name, the separator can be wrong. */
const IN_MALFORMED = `${IN_TEXT}(?:(?:[\\w$.\\]\\\\-]{0,64}["'\\\\\\s]{0,8}|[^"']{0,64}["']\\s{0,8})[:=]>?\\s*|(?<=[{,]\\s{0,8}["'][\\w$.-]{0,64})[\\w$.-]{0,64}["'](?!\\s*[\\]}]))`

function* secretsInOther(other: string): Generator<Secret> {
  const { text, placeOf } = decodeEscapes(other, /\\u00[3-7][\da-fA-F]|./gs)
  const isMalformed = /^\s*["{[]/.test(text)
  const names = new RegExp(isMalformed ? IN_MALFORMED : `${IN_TEXT}\\w{0,64}`, 'gi')
  let last = 0
  for (const { 0: match, index } of text.matchAll(names)) {
    if (index < last) continue
    last = isMalformed ? endOfValue(text, index + match.length) : text.length
    yield [placeOf(index + match.length), placeOf(last), QUOTED]
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
const HINT = new RegExp(`${PARTS}|${WORDS}`, 'i')

/** The name of a parameter in a decoded query. It can be inside the value of another one. */
const PARAMETER = /(?:^|[?&;#=])([^?&;#=]*)=/g

/** Replaces the values of secret parameters in the path or the query of a URL. Their names can be percent-encoded. */
export function redactParameters(text: string): string {
  if (!HINT.test(decode(text))) return text
  return text
    .split(/(?<=[?&;#])/)
    .map(redactParameter)
    .join('')
}

function redactParameter(parameter: string): string {
  const names = [...decode(parameter).matchAll(PARAMETER)].map(([, name = '']) => name)
  if (!names.some((name) => NAME.test(name))) return parameter
  const [, name = '', end = ''] = /^([^=]*=)?.*?([?&;#]?)$/s.exec(parameter) ?? []
  // An encoded `=` in the name starts a value.
  const isName = /^[^=]*=$/.test(decode(name))
  return `${isName ? name : ''}${REDACTED}${end}`
}

/** How often a text is decoded. Clients encode it twice by mistake. */
const DECODINGS = 3

/** Decodes the ASCII characters of a percent-encoded text, also if it was encoded several times. */
function decode(text: string): string {
  let decoded = text
  for (let n = 0; n < DECODINGS && decoded.includes('%'); n++) {
    decoded = decoded.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return decoded
}
