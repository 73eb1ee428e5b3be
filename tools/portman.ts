import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CollectionDefinition } from 'postman-collection'

const PORTMAN = createRequire(import.meta.url).resolve('@apideck/portman/bin/portman')
const CONFIG = fileURLToPath(new URL('portman.yaml', import.meta.url))

/** Generates a collection of contract tests from a document with Portman. */
export async function contractTests(document: URL): Promise<CollectionDefinition> {
  // Portman writes further files to the current folder.
  const folder = await mkdtemp(join(tmpdir(), 'portman-'))
  try {
    const output = join(folder, 'collection.json')
    const options = ['--portmanConfigFile', CONFIG, '--output', output, '--no-warn']
    await promisify(execFile)(process.execPath, [PORTMAN, '--local', fileURLToPath(document), ...options], {
      cwd: folder,
    })
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
