/**
 * Runs the tests of the variants while 50 other boards are under load: on the default board and on a private one, or on the one
 * that `--board` names. Other arguments go to scripts/test.mjs.
 */
import { spawnSync } from 'node:child_process'

const TESTS = [
  ...['api/auth', 'api/faults', 'api/tasks'].map((folder) => `test/${folder}`),
  'test/commands/check/conformance.test.ts',
  ...['errors', 'headers', 'hostile-http', 'hostile-input', 'large-bodies'].map((name) => `test/http/${name}.test.ts`),
]

const args = process.argv.slice(2)
const [board] = args.flatMap((arg) => /^--board=(.*)$/.exec(arg)?.[1] ?? [])
const others = args.filter((arg) => !arg.startsWith('--board='))
const tests = others.every((arg) => arg.startsWith('-')) ? TESTS : []
for (const name of board === undefined ? ['default', 'private'] : [board]) {
  console.log(`On the ${name} board:`)
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', ...others, ...tests], {
    stdio: 'inherit',
    env: { ...process.env, TEST_UNDER_LOAD: name },
  })
  process.exitCode ||= status ?? 1
}
