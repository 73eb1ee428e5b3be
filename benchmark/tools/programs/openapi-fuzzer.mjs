/**
 * Runs openapi-fuzzer, and writes its findings as NDJSON: `node openapi-fuzzer.mjs <base URL of the variant>`. It has no
 * option for a seed, but repeats the seeds of a file of earlier failures, so this program writes that file.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** The requests for each operation. The default of the tool is 256. */
const CASES = 64

/** How often the tool tries to simplify a request that has failed: its default is four times the number of requests. */
const SIMPLIFICATIONS = 4 * CASES

/** A value of a path parameter with a `/` or `?` leads to another path, which is then called with the wrong method. */
const IGNORED_STATUS = 405

const [base] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'openapi-fuzzer-'))
try {
  writeFileSync(join(folder, 'openapi-fuzzer.regressions'), seeds(process.env.SEED).join('\n'))
  const { stdout, stderr, error } = spawnSync(
    join(ROOT, '.benchmark/cargo/bin/openapi-fuzzer'),
    [
      ...['run', '--spec', join(ROOT, 'openapi/v1.json'), '--url', base, '--results-dir', 'results'],
      ...['--max-test-case-count', '0', '--ignore-status-code', String(IGNORED_STATUS)],
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PROPTEST_MAX_SHRINK_ITERS: String(SIMPLIFICATIONS) },
    },
  )
  if (error !== undefined) throw error
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  const findings = readdirSync(join(folder, 'results')).map(findingOf)
  // Without a response, the tool ends, and the other operations are not called.
  const [, problem] = /^Error: (.+)/m.exec(stderr) ?? []
  if (problem !== undefined) findings.push({ operation: 'all', check: problem })
  writeFileSync(process.env.REPORT_FILE, findings.map((finding) => `${JSON.stringify(finding)}\n`).join(''))
} finally {
  rmSync(folder, { recursive: true })
}

/** Returns the seeds of all requests for an operation, in the format of the tool. */
function seeds(seed) {
  return Array.from({ length: CASES }, (_, index) => {
    return `cc ${createHash('sha256').update(`${seed} ${index}`).digest('hex')}`
  })
}

/** Returns the finding of a result file. Its name ends with the status of the response. */
function findingOf(name) {
  const { method, path } = JSON.parse(readFileSync(join(folder, 'results', name), 'utf8'))
  const [, status] = /-(\d+)\.json$/.exec(name)
  return { method, url: `/${path}`, status: Number(status), check: 'unexpected status' }
}
