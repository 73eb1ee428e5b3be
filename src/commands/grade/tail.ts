import { stripVTControlCharacters } from 'node:util'
import { failedTestIn } from './failed-tests.js'

/** The maximum size of the output that is kept of a run, in bytes. */
const OUTPUT_MAX = 1_048_576

/** The maximum length of a line, the number of lines of an excerpt, and of those at its end and after a failure. */
const LINE_MAX = 500
const EXCERPT = 40
const EXCERPT_END = 10
const FAILURE_CONTEXT = 2

/** What a test expected and what it got, in the words of test runners and of their libraries of assertions. */
const ASSERTION =
  /^E {2,}|\b(expect\w*|actual|received|assert\w*|but (was|got)|got|match failed|not equal|left:|right:)(?!\w)|ERR_ASSERTION| !==? /i

const ERROR = /\b\w*(Error|Exception)\b|\bFAIL(ED)?\b/

/** Frames of stack traces, and the advice of Maven. */
const NOISE = /^\s*at\s|\[Help \d+\]/

/** What reports a failure, the most telling first. */
const FAILURES: readonly ((line: string) => boolean)[] = [
  (line) => failedTestIn(line) !== undefined,
  (line) => ASSERTION.test(line),
  (line) => ERROR.test(line),
]

/** Keeps the last part of an output. */
export class Tail {
  #chunks: Buffer[] = []
  #size = 0
  #isCut = false

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size - (this.#chunks[0]?.length ?? 0) >= OUTPUT_MAX) {
      this.#size -= this.#chunks.shift()?.length ?? 0
      this.#isCut = true
    }
  }

  toString(): string {
    return (this.#isCut ? '[The start of the output is left out.]\n' : '') + Buffer.concat(this.#chunks).toString()
  }
}

/**
 * Returns the lines of an output that tell which tests failed and why: its last lines, and those that report a failure,
 * each with the lines after it. Many runners print a summary after the failures. "…" stands for what is left out.
 */
export function excerptOf(output: string): string {
  const lines = linesOf(output)
  const shown = new Set([...lines.keys()].slice(lines.length > EXCERPT ? -EXCERPT_END : 0))
  for (const isFailure of FAILURES) {
    for (const [index, line] of lines.entries()) {
      if (shown.size >= EXCERPT || NOISE.test(line) || !isFailure(line)) continue
      for (let at = index; at <= index + FAILURE_CONTEXT && !NOISE.test(lines[at] ?? ''); at++) shown.add(at)
    }
  }
  const isGap = (index: number) => index > 0 && !shown.has(index - 1)
  return [...lines.entries()]
    .filter(([index]) => shown.has(index))
    .flatMap(([index, line]) => (isGap(index) ? ['…', line] : [line]))
    .join('\n')
}

function linesOf(output: string): string[] {
  return stripVTControlCharacters(output)
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((line) => (line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line))
}
