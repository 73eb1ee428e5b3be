import type { Readable } from 'node:stream'

/** The maximum length of a line. The header can have 500 tasks, but is far shorter. */
const LINE_MAX = 2 ** 22

/**
 * Yields the lines of a text in UTF-8, without byte order marks. It replaces `readline`, which
 * ends the process if a line does not fit into a string.
 *
 * @returns `undefined` as the last line if it is too long
 */
export async function* linesOf(input: Readable): AsyncGenerator<string | undefined> {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) yield withoutMark(line)
    if (rest.length > LINE_MAX) return yield undefined
  }
  yield withoutMark(rest)
}

function withoutMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line
}
