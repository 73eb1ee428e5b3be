import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const PROGRAMS = join(import.meta.dirname, 'patterns')

/** The engines of regular expressions that are compared with that of JavaScript, and how to run their program. */
export const ENGINES = [
  { name: 'java.util.regex', program: 'java', args: [join(PROGRAMS, 'Patterns.java')] },
  { name: 'RE2', program: 'go', args: ['run', join(PROGRAMS, 'patterns.go')] },
  { name: "Python's re", program: 'python3', args: [join(PROGRAMS, 'patterns.py')] },
] as const

/**
 * Compiles every pattern of the documents with another engine, and compares which characters it matches.
 *
 * @returns what was compared
 * @throws if the engine cannot compile a pattern, or if it matches another character than JavaScript
 */
export async function comparePatterns({ program, args }: (typeof ENGINES)[number]): Promise<string> {
  const patterns = await findPatterns()
  const folder = await mkdtemp(join(tmpdir(), 'patterns-'))
  try {
    const file = join(folder, 'patterns.txt')
    await writeFile(file, patterns.join('\u0001'))
    const { stdout } = await run(program, [...args, file], { maxBuffer: 2 ** 24 })
    const verdicts = stdout.trim().split('\n')
    for (const [index, pattern] of patterns.entries()) {
      assert.ok(verdicts[index]?.trim() === verdictsOf(pattern), `${pattern} matches other characters`)
    }
    return `matches the same characters with ${patterns.length} patterns`
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the patterns of all documents, each once. */
async function findPatterns(): Promise<string[]> {
  const found = new Set<string>()
  for (const folder of ['openapi', 'openapi/earlier']) {
    const files = (await readdir(join(ROOT, folder))).filter((file) => file.endsWith('.json'))
    for (const file of files) {
      JSON.parse(await readFile(join(ROOT, folder, file), 'utf8'), (key, value) => {
        if (key === 'pattern' && typeof value === 'string') found.add(value)
        return value
      })
    }
  }
  assert.ok(found.size > 5, 'there are patterns')
  return [...found]
}

/** Returns `1` or `0` for each character of the Basic Multilingual Plane. */
function verdictsOf(pattern: string): string {
  const expression = new RegExp(pattern, 'u')
  let verdicts = ''
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    verdicts += expression.test(String.fromCharCode(code)) ? '1' : '0'
  }
  return verdicts
}
