/**
 * Starts Prism as a validating proxy, runs the Postman collection of v1 through it, and writes the violations that Prism
 * reports, and the failed assertions, as NDJSON: `node prism.mjs <base URL of the variant>`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const TOOLS = join(import.meta.dirname, '../../../tools/node_modules')
const COLLECTIONS = join(import.meta.dirname, '../../../docs/collections')

const [base] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'prism-'))
const prism = await startPrism()
try {
  const json = join(folder, 'run.json')
  try {
    execFileSync(
      process.execPath,
      [
        ...[join(TOOLS, 'newman/bin/newman.js'), 'run', 'v1.postman_collection.json', '--env-var'],
        ...[`baseUrl=${prism.address}`, '--reporters', 'json', '--reporter-json-export', json],
      ],
      { cwd: COLLECTIONS, stdio: 'inherit' },
    )
  } catch {
    // Newman fails if an assertion does. The export says which.
  }
  const { run } = JSON.parse(readFileSync(json, 'utf8'))
  const findings = run.executions.flatMap(findingsOf)
  writeFileSync(process.env.REPORT_FILE, findings.map((finding) => `${JSON.stringify(finding)}\n`).join(''))
} finally {
  prism.process.kill()
  await prism.end
  rmSync(folder, { recursive: true })
}

/** Returns what Prism and the collection report about a request. */
function findingsOf({ request, response, assertions = [] }) {
  const finding = { method: request.method, url: `/${request.url.path.join('/')}`, status: response?.code }
  const violations = JSON.parse(response?.header.find(({ key }) => key === 'sl-violations')?.value ?? '[]')
  return [
    ...violations.map(({ location, message }) => ({ ...finding, check: `${location.join('.')} ${message}` })),
    ...assertions.flatMap(({ assertion, error }) => (error === undefined ? [] : [{ ...finding, check: assertion }])),
  ]
}

/** Starts Prism on a free port. */
async function startPrism() {
  const document = join(folder, 'openapi.json')
  writeFileSync(document, compilable(readFileSync(join(import.meta.dirname, '../../../openapi/v1.json'), 'utf8')))
  const command = join(TOOLS, '@stoplight/prism-cli/dist/index.js')
  const child = spawn(process.execPath, [command, 'proxy', document, base, '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /Prism is listening on (\S+)/.exec(line) ?? []
    if (address !== undefined) {
      child.stdout.resume()
      return { address, process: child, end }
    }
  }
  throw new Error('Prism did not start')
}

/** Prism cannot compile nullable enumerations that contain `null`: it adds another one (decision 77). */
function compilable(document) {
  const value = JSON.parse(document, (_key, each) =>
    each?.nullable && each.enum ? { ...each, enum: each.enum.filter((item) => item !== null) } : each,
  )
  return JSON.stringify(value)
}
