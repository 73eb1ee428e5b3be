import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { NewmanRun } from 'newman'

/** The command. The programmatic interface of Prism is experimental. */
const PRISM = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

export interface Prism {
  address: string
  close(): Promise<void>
}

/**
 * Starts Prism as a validation proxy on a free port. It forwards every request and compares the request and the
 * response with the document. It lists the differences in the header `sl-violations` of the response.
 *
 * @param document the OpenAPI document
 * @param upstream the base URL of the service; without it, Prism is a mock server that returns the examples
 * @param options `isAdapted`: whether Prism gets a copy of the document that it can compile, by default `true`
 */
export async function startPrism(document: URL, upstream?: string, { isAdapted = true } = {}): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'))
  const file = join(folder, 'openapi.json')
  const published = await readFile(document, 'utf8')
  await writeFile(file, isAdapted ? withoutNullInEnumerations(published) : published)
  const mode = upstream === undefined ? ['mock', file] : ['proxy', file, upstream]
  const prism = spawn(process.execPath, [PRISM, ...mode, '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = once(prism, 'exit').finally(() => rm(folder, { recursive: true }))
  const address = await new Promise<string>((resolve, reject) => {
    const lines: string[] = []
    createInterface({ input: prism.stdout }).on('line', (line) => {
      lines.push(line)
      const [, url] = /Prism is listening on (\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
    end.then(() => reject(new Error(`Prism did not start:\n${lines.join('\n')}`)), reject)
  })
  return {
    address,
    close: async () => {
      prism.kill()
      await end
    },
  }
}

/**
 * Prism adds `null` to every nullable enumeration, even if it is there. Then it cannot compile the schema and skips it
 * without a message (decision 77).
 */
function withoutNullInEnumerations(document: string): string {
  const adapted = JSON.parse(document, (_key, value) =>
    value?.nullable && value.enum ? { ...value, enum: value.enum.filter((item: unknown) => item !== null) } : value,
  )
  return JSON.stringify(adapted)
}

/** The header in which Prism lists violations of the document. */
export const VIOLATIONS = 'sl-violations'

/** Returns the violations that Prism found during a run, each with its request. */
export function violationsIn({ executions }: NewmanRun): string[] {
  return executions.flatMap(({ item, request, response }) => {
    const violations = response.headers.get(VIOLATIONS)
    if (violations == null) return []
    return [
      `${item.name}: ${request.method} ${request.url.getPathWithQuery()} returned ${response.code}: ${violations}`,
    ]
  })
}
