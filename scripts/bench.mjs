/**
 * Measures the service: `npm run bench` compares it with alternatives, and `npm run bench -- boards` runs another measurement.
 * Other arguments go to its program.
 */
import { spawnSync } from 'node:child_process'
import { compile, ROOT } from './compile.mjs'
import { install } from './install.mjs'

const BENCHES = {
  stores: ['--import', 'tsx', 'bench/run.ts'],
  boards: ['--import', 'tsx', 'bench/many-boards/run.ts'],
  classes: ['--import', 'tsx', 'bench/classes/run.ts'],
  learners: ['--import', 'tsx', 'bench/learners/run.ts'],
  pages: ['--import', 'tsx', 'bench/pages/run.ts'],
  recording: ['--import', 'tsx', 'bench/recording.ts'],
  path: ['scripts/request-path.mjs'],
}

const [first = 'stores', ...rest] = process.argv.slice(2)
const [name, args] = Object.hasOwn(BENCHES, first) ? [first, rest] : ['stores', process.argv.slice(2)]
install('bench')
await Promise.all([compile(), import('./build.mjs')])
const { status } = spawnSync(process.execPath, [...BENCHES[name], ...args], { cwd: ROOT, stdio: 'inherit' })
process.exitCode = status ?? 1
