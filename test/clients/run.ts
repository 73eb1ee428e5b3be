/**
 * Generates, compiles and uses clients of the two most used generators, and schemas of one, for a document each. Then sends
 * requests to the base URLs of a board. With `--all`, it uses all generators and documents, also those of other languages,
 * follows their documentation, and runs the conformance checks through validators.
 */
import { spawnSync } from 'node:child_process'

const CLIENTS = process.argv.includes('--all') ? 'all' : 'most-used'

/** TypeScript 7 takes a third of the CPU time. The documented commands use the version of most users, and so does `--all`. */
const COMPILER = CLIENTS === 'all' ? {} : { TSC: 'node ../../node_modules/typescript-7/bin/tsc' }

const STEPS = ['generate', 'compile', 'drive', 'base-urls']

for (const step of CLIENTS === 'all' ? [...STEPS, 'documented', 'languages', 'validators'] : STEPS) {
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...process.env, CLIENTS, ...COMPILER },
  })
  if (status !== 0) process.exit(status ?? 1)
}
