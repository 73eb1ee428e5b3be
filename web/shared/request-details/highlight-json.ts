/** A piece of a JSON text. */
export interface Token {
  text: string
  /** `undefined` for punctuation, spaces and everything that is not JSON. */
  kind: 'key' | 'string' | 'number' | 'word' | undefined
}

const TOKENS =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<word>true|false|null)/gi

/** Splits a JSON text, or a part of one, into pieces with a colour of their own. */
export function tokensOf(json: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: text, index, groups = {} } of json.matchAll(TOKENS)) {
    if (index > end) tokens.push({ text: json.slice(end, index), kind: undefined })
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    tokens.push({ text, kind: kind as Token['kind'] })
    end = index + text.length
  }
  if (end < json.length) tokens.push({ text: json.slice(end), kind: undefined })
  return tokens
}

/** Deeper texts are shown as they are, because each level is indented more. */
const DEPTH_MAX = 50

/**
 * Puts each member of a JSON text on its own line. Unlike `JSON.stringify`, it keeps every value as it was written, such as
 * `1.0`, long numbers and escapes.
 *
 * @returns the text itself if it is not JSON, or nested too deeply
 */
export function formatJson(text: string): string {
  if (!isJson(text)) return text
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  const line = (depth: number) => `\n${'  '.repeat(depth)}`
  let depth = 0
  let formatted = ''
  for (const [index, piece] of pieces.entries()) {
    const isEmpty = /^[{[]$/.test(pieces[index - 1] ?? '')
    if (/^[}\]]$/.test(piece)) {
      depth--
      formatted += isEmpty ? piece : line(depth) + piece
    } else {
      formatted += (isEmpty ? line(depth) : '') + piece
      if (piece === ',') formatted += line(depth)
      if (piece === ':') formatted += ' '
      if (/^[{[]$/.test(piece)) depth++
    }
    if (depth > DEPTH_MAX) return text
  }
  return formatted
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
