import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execute } from '../programs.ts'
import { startServer } from '../server.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const PROGRAMS = join(import.meta.dirname, 'documents')
const VENV = join(import.meta.dirname, 'build/documents')

/** The paths of all documents, without the extensions. */
const PATHS = ['/api/v1/openapi', '/api/v2/openapi', '/api/buggy/openapi', '/control/openapi', '/training/openapi']
const SUFFIXES = ['.json', '.yaml', '-3.1.json', '-3.1.yaml']
const EDITIONS = ['current', 'earlier']

/** A parser of YAML, which reads JSON too. */
interface Reader {
  name: string
  /** The programs that it needs. */
  needs: string[]
  /** Returns the values of files as a list in JSON. The folder has a copy of the programs. */
  read(files: string[], folder: string): Promise<string>
}

const parseAll = async (files: string[], parse: (text: string) => unknown) =>
  JSON.stringify(await Promise.all(files.map(async (file) => parse(await readFile(file, 'utf8')))))

async function print(program: string, args: string[], cwd: string): Promise<string> {
  return (await run(program, args, { cwd, maxBuffer: 2 ** 28 })).stdout
}

/** The parsers that the tools of several languages use. */
export const READERS: readonly Reader[] = [
  { name: 'yaml', needs: [], read: (files) => parseAll(files, (text) => require('yaml').parse(text)) },
  { name: 'js-yaml', needs: [], read: (files) => parseAll(files, (text) => require('js-yaml').load(text)) },
  {
    name: 'PyYAML',
    needs: ['python3'],
    async read(files, cwd) {
      await execute(['sh', '-c', '[ -x "$0/bin/pip" ] || python3 -m venv "$0"', VENV], { cwd })
      await execute([join(VENV, 'bin/pip'), 'install', '--quiet', '--requirement', 'requirements.txt'], { cwd })
      return print(join(VENV, 'bin/python'), ['documents.py', ...files], cwd)
    },
  },
  {
    name: 'SnakeYAML',
    needs: ['java', 'mvn'],
    async read(files, cwd) {
      await execute(['mvn', '-q', '-B', 'dependency:copy-dependencies'], { cwd })
      return print('java', ['-cp', 'target/dependency/*', 'Documents.java', ...files], cwd)
    },
  },
  {
    name: 'go-yaml',
    needs: ['go'],
    read: (files, cwd) => print('go', ['run', '.', ...files], cwd),
  },
]

/**
 * Downloads every document as JSON and YAML, in both versions of OpenAPI, in both editions, and compares the values that a
 * parser of YAML reads with those of `JSON.parse`.
 *
 * @returns what was compared
 * @throws if the parser refuses a document, or reads other values
 */
export async function compareDocuments({ read }: Reader): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  try {
    await cp(PROGRAMS, folder, { recursive: true })
    const files: string[] = []
    for (const edition of EDITIONS) files.push(...(await download(edition, folder)))
    const values = JSON.parse(await read(files, folder))
    assert.equal(values.length, files.length)
    for (const [index, file] of files.entries()) {
      const expected = JSON.parse(await readFile(file.replace(/yaml$/, 'json'), 'utf8'))
      assert.deepEqual(values[index], expected, `${file} has other values`)
    }
    return `reads ${files.length} documents`
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Downloads the documents of an edition into a folder, and returns their files. */
async function download(edition: string, folder: string): Promise<string[]> {
  const { address, stop } = await startServer({ EDITION: edition })
  try {
    const workflows = edition === 'current' ? ['/arazzo.json', '/arazzo.yaml'] : []
    const paths = [...PATHS.flatMap((path) => SUFFIXES.map((suffix) => path + suffix)), ...workflows]
    return await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(address + path)
        assert.equal(response.status, 200, path)
        const file = join(folder, edition + path.replaceAll('/', '-'))
        await writeFile(file, await response.text())
        return file
      }),
    )
  } finally {
    await stop()
  }
}
