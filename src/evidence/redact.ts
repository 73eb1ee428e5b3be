/** What stands instead of a secret value. */
export const REDACTED = '[redacted]'

/** Parts of the names that clients give to secrets: `password`, `refresh_token`, `ownerToken`, `X-API-Key`. */
const PARTS = 'passw|passphrase|pwd|token|secret|jwt|credential|authori[sz]ation|api.?key'

/** Short words that are names of secrets only as a whole. */
const WORDS = '(?:pass|auth|key)'

/** The name of a secret. No operation has other members or parameters with such names. */
const NAME = new RegExp(`${PARTS}|^\\W*${WORDS}\\W*$`, 'i')

/** What a JSON text with a secret contains. Names can be written with escapes, and UTF-16 contains zeros. */
const SIGN = new RegExp(`${PARTS}|\\b${WORDS}["'\\\\\\s]{0,8}[:=]|\\\\u|\\0`, 'i')

/** The start of a JSON text that can have members. */
const JSON_START = /^\s*(?:"|\[\s*["{[]|\{\s*")/

/**
 * Replaces the values of secret members in a JSON text. The members can be anywhere, because clients also send bodies to
 * the wrong path, and JSON texts inside JSON texts.
 *
 * @returns the text without secrets, or `null` if the text may contain a secret but is not JSON
 */
export function redact(text: string): string | null {
  if (!SIGN.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text, replaceSecret))
  } catch {
    return null
  }
}

function replaceSecret(name: string, value: unknown): unknown {
  if (NAME.test(name)) return REDACTED
  if (typeof value !== 'string' || !SIGN.test(value) || !JSON_START.test(value)) return value
  return redact(value) ?? REDACTED
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
