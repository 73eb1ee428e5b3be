/** Executes the workflows of the Arazzo document with Redocly, on a new service without faults: `npm run test:workflows`. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startService } from './service.js'

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const WORKFLOWS = fileURLToPath(new URL('../openapi/task-board-service.arazzo.yaml', import.meta.url))

/**
 * The runs, which together execute all workflows. Redocly compares a download with a schema after it has replaced the
 * bytes by `{}`, so the workflow with the download has no such comparison.
 */
const RUNS = [
  ['--skip', 'upload'],
  ['--workflow', 'upload', '--severity', 'SCHEMA_CHECK=off'],
]

const service = await startService()
const servers = Object.entries({
  v1: '/api/v1',
  v2: '/api/v2',
  boards: '',
  // Steps give the path parameter `board`.
  board: '/b/{board}/api/buggy',
}).map(([name, path]) => `${name}=${service.address}${path}`)
try {
  for (const options of RUNS) {
    const outcome = await promisify(execFile)(process.execPath, [
      REDOCLY,
      'respect',
      WORKFLOWS,
      '--server',
      servers.join(','),
      ...options,
    ]).catch((error: { stdout: string; code?: number }) => error)
    if ('code' in outcome) {
      console.error(outcome.stdout)
      process.exitCode = 1
    }
    console.log(/Workflows: .*/.exec(outcome.stdout)?.[0], /Steps: .*/.exec(outcome.stdout)?.[0])
  }
} finally {
  await service.close()
}
