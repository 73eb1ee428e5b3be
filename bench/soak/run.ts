/**
 * Uses the built service for a long time with many concurrent clients. Fails if data is lost or mixed up, if v1 or v2
 * returns 5xx, or if memory grows: `npm test -- soak --minutes 30`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Options, readOptions, USAGE } from './options.js'
import { soak } from './soak.js'

let options: Options
try {
  options = readOptions()
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'task-board-soak-'))
try {
  const hasPassed = await soak(options, options.databaseUrl ?? `sqlite:${folder}/board.db`)
  process.exitCode = hasPassed ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
