import { MalformedMultipart } from '../contract/errors.js'

/** The maximum size in bytes of the headers of a part, and of the padding after a delimiter. */
const HEADERS_MAX = 16_384

/** The maximum length of a boundary (RFC 2046, section 5.1.1, allows 70 characters). */
const BOUNDARY_MAX = 250

/** The name of a header (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]
const CRLF = '\r\n'

/** The headers of a part by name in lower case. Each character is one byte. */
export type PartHeaders = ReadonlyMap<string, string>

/** Receives the content of a part, in pieces. */
export type PartContent = (bytes: Buffer) => void

/** A part starts. Returns the function that receives its content. */
export type OnPart = (headers: PartHeaders) => PartContent

/** Reads a multipart body that arrives in pieces. */
export interface MultipartReader {
  /** @throws MalformedMultipart */
  write(bytes: Buffer): void
  /** @throws MalformedMultipart if the body has no end */
  end(): void
}

/** The line of a delimiter. */
interface DelimiterLine {
  /** The length in bytes, with the line break after it. */
  length: number
  /** Whether it ends the body. */
  isLast: boolean
}

/**
 * Creates a reader of a multipart body (RFC 2046, section 5.1).
 *
 * Parsers for browsers ignore what they cannot read. Here it is an error, so that no file is silently dropped: a header
 * without a name, line breaks other than CR LF, a delimiter after the end, or one within a line before the first part.
 *
 * @param boundary the parameter of the media type
 * @param onPart receives the headers of each part. It may throw.
 * @throws MalformedMultipart if the boundary is invalid
 */
export function createMultipartReader(boundary: string, onPart: OnPart): MultipartReader {
  if (boundary === '' || boundary.length > BOUNDARY_MAX) throw new MalformedMultipart()
  const dashes = Buffer.from(`--${boundary}`, 'latin1')
  /** The bytes that are not processed yet. A delimiter can be at the start of the body. */
  let rest = Buffer.from(CRLF)
  /** The content before the first part, and after the last one, is ignored. */
  let receive: PartContent | undefined
  /** The line break before the content, which belongs to the headers, or to the delimiter if there is no content. */
  let skipped = 0
  let isInPreamble = true
  let isInHeaders = false
  let hasEnded = false

  function emit(end: number): void {
    const start = Math.min(skipped, end)
    skipped -= start
    if (end > start) receive?.(rest.subarray(start, end))
    rest = rest.subarray(end)
  }

  /** Reads the headers of a part. Returns whether they are complete. */
  function readHeaders(): boolean {
    const end = rest.indexOf(CRLF + CRLF)
    if (end > HEADERS_MAX || (end < 0 && rest.length > HEADERS_MAX)) throw new MalformedMultipart()
    if (end < 0) return false
    receive = onPart(parseHeaders(rest.toString('latin1', 0, end)))
    rest = rest.subarray(end + CRLF.length)
    skipped = CRLF.length
    isInHeaders = false
    return true
  }

  /**
   * Reads content up to the next delimiter. Returns whether more can be read without further bytes.
   *
   * The content is passed on in as few pieces as possible, even if it contains the text of the delimiter many times:
   * each piece takes about 150 bytes of memory.
   */
  function readContent(): boolean {
    for (let at = rest.indexOf(dashes); at >= 0; at = rest.indexOf(dashes, at + 1)) {
      const line = readDelimiterLine(at)
      // A part whose delimiter is not at the start of a line would be ignored like other text before the first part.
      if (line === 'content' && isInPreamble) throw new MalformedMultipart()
      if (line === 'content') continue
      if (line === 'incomplete') {
        emit(Math.max(0, at - CRLF.length))
        return false
      }
      startPart(at, line)
      return true
    }
    // The end of these bytes can be the start of a delimiter.
    emit(Math.max(0, rest.length - dashes.length - CRLF.length + 1))
    return false
  }

  function startPart(at: number, { length, isLast }: DelimiterLine): void {
    if (hasEnded || rest[at - 2] !== CR || rest[at - 1] !== LF) throw new MalformedMultipart()
    emit(at - CRLF.length)
    rest = rest.subarray(length + CRLF.length)
    receive = undefined
    skipped = 0
    isInPreamble = false
    isInHeaders = !isLast
    hasEnded = isLast
  }

  /** Reads the line of a delimiter that starts at `at`. Its length includes the line break after it. */
  function readDelimiterLine(at: number): DelimiterLine | 'incomplete' | 'content' {
    const before = rest[at - 1]
    if (before !== LF && before !== CR) return 'content'
    let end = at + dashes.length
    if (rest.length < end + 2) return 'incomplete'
    if (rest.toString('latin1', end, end + 2) === '--') return { length: end + 2 - at, isLast: true }
    while (rest[end] === SPACE || rest[end] === TAB) end++
    if (end - at > HEADERS_MAX) throw new MalformedMultipart()
    if (rest.length < end + 2) return 'incomplete'
    if (rest[end] !== CR && rest[end] !== LF) return 'content'
    if (rest.toString('latin1', end, end + 2) !== CRLF) throw new MalformedMultipart()
    return { length: end + 2 - at, isLast: false }
  }

  return {
    write(bytes) {
      rest = Buffer.concat([rest, bytes])
      while (isInHeaders ? readHeaders() : readContent());
    },
    end() {
      if (!hasEnded) throw new MalformedMultipart()
    },
  }
}

function parseHeaders(text: string): PartHeaders {
  const headers = new Map<string, string>()
  // A line that starts with white space continues the line before it.
  for (const line of text.replace(/\r\n(?=[ \t])/g, '').split(CRLF)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!HEADER_NAME.test(name) || /[\r\n]/.test(line) || headers.has(name)) throw new MalformedMultipart()
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}
