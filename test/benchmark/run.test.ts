import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../../benchmark/tools/install.js'

/** Runs the benchmark with the programs of one folder, which has none of those that install tools. */
function runWithoutInstallers(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'benchmark/run.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: join(ROOT, 'docs') },
    encoding: 'utf8',
  })
}

t.test('a missing installer is reported with the tool that needs it, and the other tools still run', (t) => {
  const { status, stdout, stderr } = runWithoutInstallers('--try', 'openapi-fuzzer', 'dredd')
  t.equal(status, 1)
  t.equal(stdout.match(/: preparing/g)?.length, 2)
  const [, summary = ''] = stderr.split('These tools have no result:\n')
  t.match(
    summary,
    'openapi-fuzzer: "cargo" is not installed. This command needs it: cargo install openapi-fuzzer --version 0.2.0 --locked',
  )
  t.match(summary, 'dredd: "npm" is not installed. This command needs it: npm install --prefix benchmark/tools')
  t.end()
})
