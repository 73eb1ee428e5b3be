/**
 * Uses a built service for a long time, as many people at once do, and fails where it loses or mixes up anything, answers
 * 5xx, or grows: `npm run soak -- --minutes 30`.
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
  const isGood = await soak(options, options.databaseUrl ?? `sqlite:${folder}/board.db`)
  process.exitCode = isGood ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
