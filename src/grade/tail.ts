/** The maximum size of the output that is kept of a run, in bytes. */
const OUTPUT_MAX = 1_048_576

/** The maximum number and length of the lines that an error shows. */
const LINES = 20
const LINE_MAX = 500

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
  const lines = output.trimEnd().split(/\r?\n/)
  const shown = lines.slice(-LINES).map((line) => (line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line))
  return (lines.length > LINES ? ['…', ...shown] : shown).join('\n')
}
