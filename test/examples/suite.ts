import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { startTaskBoard } from '../../src/app/library/index.js'
import { type Outcome, shell } from '../kit/shell.js'

const SUITES = join(import.meta.dirname, '../../examples/suites')

/** An example of a test suite, in a folder of its own. */
interface Suite {
  /** Runs the commands of the section Install of its README. */
  install(): Promise<Outcome>
  /** Runs the commands of the section Run against an empty board with these defects, or against the demo tasks. */
  run(board: { defects?: readonly string[]; fixture?: 'demo' }): Promise<Outcome>
}

/** Copies an example of `examples/suites/` into an empty folder. Its commands run against boards of a new service. */
async function copySuite(t: Test, name: string): Promise<Suite> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const filter = (path: string) => !/node_modules|\.venv|__pycache__/.test(path)
  cpSync(join(SUITES, name), folder, { recursive: true, filter })
  const service = await startTaskBoard()
  t.teardown(() => service.close())
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const installation = commandsOf(readme, 'Install')

  return {
    install: () => shell(folder, installation),
    async run({ defects = [], fixture }) {
      const board = await service.board({ ...(fixture && { fixture }), ownPort: true })
      const response = await fetch(`${service.url}/boards/${board.id}/defects`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${board.ownerToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ defects }),
      })
      t.equal(response.status, 200)
      const activate = installation.includes('.venv/bin/activate') ? '. .venv/bin/activate\n' : ''
      return shell(folder, activate + commandsOf(readme, 'Run').replace('http://127.0.0.1:3000', board.url))
    },
  }
}

/** Asserts that a suite passes on correct boards, and that it finds a defect. */
export async function assertGrading(t: Test, name: string): Promise<void> {
  const suite = await copySuite(t, name)
  const installed = await suite.install()
  t.ok(installed.isPassed, 'it can be installed', { output: installed.output })
  for (const board of [{}, { fixture: 'demo' }] as const) {
    const { isPassed, output } = await suite.run(board)
    t.ok(isPassed, 'it passes', { output })
  }
  const { isPassed, output } = await suite.run({ defects: ['create-returns-200'] })
  t.notOk(isPassed, 'it fails', { output })
  t.match(output, /\b201\b/, 'it fails because of the defect')
}

/** The commands of a section of a page. */
function commandsOf(page: string, section: string): string {
  const [text = ''] = page.split(`\n## ${section}\n`)[1]?.split('\n## ') ?? []
  return /```console\n(.*?)```/s.exec(text)?.[1] ?? ''
}
