/** The maximum size of the output that is kept of a run, in bytes. */
const OUTPUT_MAX = 1_048_576

/** The maximum number and length of the last lines. */
const LINES = 10
const LINE_MAX = 500

/** The number of lines of an excerpt: at its end, for failures before, and after the first line of a failure. */
const EXCERPT_END = 40
const EXCERPT_FAILURES = 60
const FAILURE_CONTEXT = 2

/** How test runners mark a failure: TAP, Mocha, Jest, Vitest, Playwright, pytest, JUnit, Go, and thrown errors. */
const FAILURE = /^\s*(not ok\b|✖|✗|✘|×|●|\d+\) |--- FAIL|FAIL|FAILED|E {2,}|# ?Failure)|\b\w*(Error|Exception)\b/

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

/** Returns the last lines of an output. */
export function lastLines(output: string): string {
  const lines = linesOf(output)
  return (lines.length > LINES ? ['…', ...lines.slice(-LINES)] : lines).join('\n')
}

/**
 * Returns the lines of an output that tell which tests failed: its last lines, and before them those that look like the
 * report of a failure, each with the lines after it. Many runners print a summary after the failures.
 */
export function excerptOf(output: string): string {
  const lines = linesOf(output)
  const end = Math.max(0, lines.length - EXCERPT_END)
  const shown = new Set<number>()
  for (let index = 0; index < end && shown.size < EXCERPT_FAILURES; index++) {
    if (!FAILURE.test(lines[index] as string)) continue
    for (let line = index; line <= index + FAILURE_CONTEXT && line < end; line++) shown.add(line)
  }
  const excerpt: string[] = []
  let next = 0
  for (const index of [...shown, ...Array.from({ length: lines.length - end }, (_, line) => end + line)]) {
    if (index > next) excerpt.push('…')
    excerpt.push(lines[index] as string)
    next = index + 1
  }
  return excerpt.join('\n')
}

function linesOf(output: string): string[] {
  return output
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => (line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line))
}
