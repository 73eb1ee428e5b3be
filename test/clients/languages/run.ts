/**
 * Generates, compiles and uses the clients of other languages, and follows their pages in docs/clients. Compares
 * the patterns of the documents with the engines of other languages, and reads the documents with their parsers of YAML.
 * Names in its arguments choose targets or languages: `npm run languages -- ogen Java`.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedOutput, follow } from '../follow.ts'
import { attempt, execute, startProgram } from '../programs.ts'
import { play } from '../scenario/play.ts'
import type { Call, DocumentName, Reply } from '../scenario/step.ts'
import { startServer } from '../server.ts'
import { compareDocuments, READERS } from './documents.ts'
import { GO } from './go.ts'
import { JVM } from './jvm.ts'
import { comparePatterns, ENGINES } from './patterns.ts'
import { PYTHON } from './python.ts'
import { COMPILED, RUST } from './rust.ts'
import type { Target } from './target.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TARGETS = [...GO, ...JVM, ...PYTHON, ...RUST]
/** The pages of the languages, and the programs that their commands need. */
const PAGES = [
  { language: 'Go', page: 'go', needs: ['go'] },
  { language: 'Java', page: 'java', needs: ['java', 'mvn'] },
  { language: 'Kotlin', page: 'kotlin', needs: ['java', 'mvn'] },
  { language: 'C#', page: 'csharp', needs: ['java', 'mvn'], isRun: false },
  { language: 'Python', page: 'python', needs: ['python3', 'java'] },
  { language: 'Rust', page: 'rust', needs: ['cargo', 'curl', 'java', 'mvn'], env: { CARGO_TARGET_DIR: COMPILED } },
]

/** The documents from which the clients are generated. */
const DOCUMENTS = ['v1', 'v2', 'buggy', 'boards'] as const
/** The document of which the generators read the YAML. */
const IN_YAML: DocumentName = 'v2'

const chosen = process.argv.slice(2).filter((name) => !name.startsWith('-'))
const isChosen = (...names: string[]) => chosen.length === 0 || names.some((name) => chosen.includes(name))

/** Creates several boards with one request. */
const ADMIN_TOKEN = 'the-administrator-of-the-test'

const { address, stop } = await startServer({ ADMIN_TOKEN })
try {
  for (const engine of ENGINES.filter(({ name }) => isChosen(name, 'patterns'))) {
    await attempt(`Patterns: ${engine.name}`, [engine.program], () => comparePatterns(engine))
  }
  for (const reader of READERS.filter(({ name }) => isChosen(name, 'documents'))) {
    await attempt(`Documents: ${reader.name}`, reader.needs, () => compareDocuments(reader))
  }
  for (const target of TARGETS.filter(({ name, language }) => isChosen(name, language))) {
    await attempt(`${target.language}: ${target.name}`, target.needs, () => useTarget(target))
  }
  for (const { language, page, needs, env, isRun } of PAGES.filter(({ language }) => isChosen(language))) {
    await attempt(`${language}: docs/clients/${page}.md`, needs, () => followPage(page, env, isRun))
  }
} finally {
  await stop()
}

/** Generates and compiles the clients of a target, each in a folder of its own, and plays the scenario with them. */
async function useTarget({ name, isOnlyCompiled, readsJson, build, run, traits }: Target): Promise<string> {
  for (const document of DOCUMENTS) {
    await inTemporaryFolder(async (cwd) => {
      await cp(join(import.meta.dirname, name), cwd, { recursive: true })
      const isYaml = document === IN_YAML && !readsJson
      const file = isYaml ? await downloadYaml(document, cwd) : join(ROOT, 'openapi', `${document}.json`)
      for (const command of build(file, document)) await execute(command, { cwd })
      if (isOnlyCompiled) return
      const program = startProgram<Call, Reply>(run, cwd, { BASE_URL: baseUrlOf(document) })
      try {
        await play(document, program.ask, traits, { administrator: ADMIN_TOKEN })
      } finally {
        await program.stop()
      }
    })
  }
  return `${isOnlyCompiled ? 'compiled' : 'passed'} for ${DOCUMENTS.join(', ')}`
}

/** Downloads the YAML of the document of a variant into a folder, and returns its path. */
async function downloadYaml(variant: string, folder: string): Promise<string> {
  const response = await fetch(`${address}/api/${variant}/openapi.yaml`)
  assert.equal(response.status, 200)
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, await response.text())
  return file
}

function baseUrlOf(document: DocumentName): string {
  return document === 'boards' ? address : `${address}/api/${document}`
}

/**
 * Follows each section of a page with commands.
 *
 * @param isRun whether the commands run the client
 */
async function followPage(page: string, env?: Record<string, string>, isRun = true): Promise<string> {
  const text = await readFile(join(ROOT, `docs/clients/${page}.md`), 'utf8')
  const sections = text.split('\n## ').slice(1)
  const expected = await documentedOutput()
  const followed = sections.filter((section) => section.includes('\n```console\n'))
  assert.ok(followed.length > 0, 'the page has commands')
  for (const section of followed) {
    const [heading] = section.split('\n')
    await inTemporaryFolder(async (folder) => {
      const output = await follow(section, folder, { address, ...(env && { env }) })
      if (isRun) assert.equal(output.split('\n').at(-1), expected, heading)
    })
  }
  return `${followed.length} ${followed.length === 1 ? 'section works' : 'sections work'} as described`
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clients-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
