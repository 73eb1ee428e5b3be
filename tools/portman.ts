import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenAPIV3 } from 'openapi-types'
import type { CollectionDefinition } from 'postman-collection'

const PORTMAN = createRequire(import.meta.url).resolve('@apideck/portman/bin/portman')
const CONFIG = fileURLToPath(new URL('portman.yaml', import.meta.url))

/** Generates a collection of contract tests from a document with Portman. */
export async function contractTests(document: URL): Promise<CollectionDefinition> {
  // Portman writes further files to the current folder.
  const folder = await mkdtemp(join(tmpdir(), 'portman-'))
  try {
    const output = join(folder, 'collection.json')
    const source = join(folder, 'document.json')
    await writeFile(source, JSON.stringify(withExamples(JSON.parse(await readFile(document, 'utf8')))))
    const options = ['--portmanConfigFile', CONFIG, '--output', output, '--no-warn']
    await promisify(execFile)(process.execPath, [PORTMAN, '--local', source, ...options], {
      cwd: folder,
    })
    return JSON.parse(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Adds an example to each text in a query. Without one, Portman chooses a random text. If it is empty, its tests of the
 * maximum length do not exceed this length.
 */
function withExamples(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item ?? {}))
  for (const { parameters = [] } of operations as OpenAPIV3.OperationObject[]) {
    for (const parameter of parameters as OpenAPIV3.ParameterObject[]) {
      const { type, enum: values } = parameter.schema as OpenAPIV3.SchemaObject
      if (parameter.in === 'query' && type === 'string' && values === undefined) {
        delete parameter.examples
        parameter.example = 'milk'
      }
    }
  }
  return document
}
