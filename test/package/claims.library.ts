import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { startTaskBoard } from '../../src/app/library/index.js'
import { ROOT } from './installed.js'
import { readBlocks } from './read-blocks.js'

const execute = promisify(execFile)
const page = readFileSync(join(ROOT, 'docs/claims.md'), 'utf8')
const sections = page.split('\n## ').slice(1)
const service = await startTaskBoard()
t.teardown(() => service.close())

/** The sections whose last command tells that the assertion has failed. */
const RUNNERS = ['Vitest', 'Jest', 'Playwright', 'pytest']

/** Runs commands of a shell, and returns the exit code and the output. */
async function shell(cwd: string, commands: string, variables: NodeJS.ProcessEnv) {
  // The settings of this test run are not for other test runners.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|TAP|NODE_)/.test(name))
  try {
    const env = { ...Object.fromEntries(inherited), ...variables }
    const { stdout, stderr } = await execute('bash', ['-e', '-c', commands], { cwd, env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

for (const section of sections) {
  const [title = ''] = section.split('\n')
  const blocks = readBlocks(section)
  const commands = blocks.find(({ language }) => language === 'console')?.code ?? ''
  t.test(`docs/claims.md: a failed assertion with ${title} sends one right claim`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'claims-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    for (const { code } of blocks.filter(({ language }) => /^(js|python)$/.test(language))) {
      writeFileSync(join(folder, /^(?:\/\/|#) (\S+)\n/.exec(code)?.[1] ?? ''), code)
    }
    const board = await service.board({ fixture: 'demo', faults: { script: [['date-mix'], []] } })
    const readClaims = async () => {
      const response = await fetch(`${board.url}/claims`)
      return ((await response.json()) as { content: { comment: string | null }[] }).content
    }
    const isRunner = RUNNERS.includes(title)

    const failed = await shell(folder, commands, { BOARD: board.url })
    t.equal(failed.code !== 0, isRunner, 'the test fails', { output: failed.output })
    const claims = await readClaims()
    t.match(claims, [{ fault: 'date-mix', verdict: 'right' }], 'there is one claim', { output: failed.output })
    if (isRunner) t.match(claims[0]?.comment, /At/)

    const passed = await shell(folder, commands, { BOARD: board.url })
    t.equal(passed.code, 0, 'the test passes', { output: passed.output })
    t.same(await readClaims(), claims, 'there is no other claim')
  })
}
