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
