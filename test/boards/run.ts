/**
 * Runs the tests of the variants while 50 other boards are under load: against the default board, and against a private
 * one. What comes after `--` goes to tap: options, and tests that are run instead of all.
 */
import { spawnSync } from 'node:child_process'

const TESTS = ['test/{auth,chaos,routes}/*.test.ts', 'test/{errors,headers,hostile-*,large-bodies}.test.ts']

const options = process.argv.slice(2)
const tests = options.every((option) => option.startsWith('-')) ? TESTS : []
for (const board of ['default', 'private']) {
  console.log(`Against the ${board} board:`)
  const { status } = spawnSync('node_modules/.bin/tap', ['--disable-coverage', ...options, ...tests], {
    stdio: 'inherit',
    env: { ...process.env, TEST_UNDER_LOAD: board },
  })
  process.exitCode ||= status ?? 1
}
