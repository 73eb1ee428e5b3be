/**
 * Executes the workflows of the Arazzo document with Redocly, as a new service without faults serves it:
 * `npm test -- workflows`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startService } from './service.js'

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** The name that the workflow with the upload gives its file, which is the document itself. */
const FILE = 'task-board-service.arazzo.yaml'

/**
 * The runs, which together execute all workflows. Redocly compares a download with a schema after it has replaced the
 * bytes by `{}`, so the workflow with the download has no such comparison.
 */
const RUNS = [
  ['--skip', 'upload'],
  ['--workflow', 'upload', '--severity', 'SCHEMA_CHECK=off'],
]

const folder = await mkdtemp(join(tmpdir(), 'workflows-'))
const service = await startService()
try {
  const served = await fetch(`${service.address}/arazzo.yaml`)
  await writeFile(join(folder, FILE), await served.text())
  for (const options of RUNS) {
    const outcome = await promisify(execFile)(process.execPath, [REDOCLY, 'respect', FILE, ...options], {
      cwd: folder,
    }).catch((error: { stdout: string; code?: number }) => error)
    if ('code' in outcome) {
      console.error(outcome.stdout)
      process.exitCode = 1
    }
    console.log(/Workflows: .*/.exec(outcome.stdout)?.[0], /Steps: .*/.exec(outcome.stdout)?.[0])
  }
} finally {
  await service.close()
  await rm(folder, { recursive: true })
}
