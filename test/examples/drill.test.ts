import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CLIENTS, LANGUAGES, versionIn } from '../../scripts/drill/clients.js'
import { measure, writeTable } from '../../scripts/drill/table.js'

const FOLDER = join(import.meta.dirname, '../../examples/drill')

/** The largest number of lines of a program. */
const LINES_MAX = 40

/** The sources in the folder of a language, without what its tools install and build. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(mjs|py|java|go|sh)$/.test(path) && !/(^|\/)(node_modules|\.venv|target)\//.test(path))
    .sort()
}

for (const { folder, manifest, clients } of LANGUAGES) {
  t.test(`examples/drill/${folder} has a program of at most ${LINES_MAX} lines for each client`, async (t) => {
    const sources = sourcesIn(folder)
    const programs = sources.filter((path) => !/(^|\/)task\.\w+$/i.test(path))
    t.strictSame(programs, clients.map(({ program }) => program).sort())
    for (const path of sources) {
      const lines = readFileSync(join(FOLDER, folder, path), 'utf8')
        .trimEnd()
        .split('\n')
      t.ok(lines.length <= LINES_MAX, `${path} has ${lines.length} lines`)
    }
  })

  t.test(`examples/drill/${folder} pins the version of each client`, async (t) => {
    for (const { name: client, package: name = client } of clients) {
      if (name === null || manifest === undefined) continue
      t.match(versionIn(readFileSync(join(FOLDER, folder, manifest), 'utf8'), name), /^\d+(\.\d+)+$/, name)
    }
    t.throws(() => versionIn('', 'unknown'), { message: 'The manifest does not have unknown' })
  })
}

t.test('docs/drill.md: the table has all clients, or the page names those that were not measured', async (t) => {
  const page = readFileSync(join(FOLDER, '../../docs/drill.md'), 'utf8')
  const [, table = ''] = /<!-- generated clients -->(.*)<!-- end of generated clients -->/s.exec(page) ?? []
  const measured = [...table.matchAll(/^\| \[(.+?)\]\(/gm)].map(([, name]) => name)
  const [, missing] = /^Not measured: (.*)\.$/m.exec(table) ?? []
  t.strictSame([...measured, ...(missing?.split(', ') ?? [])].sort(), CLIENTS.map(({ name }) => name).sort())
})

t.test('the table of clients counts what was right, without what was not shown', async (t) => {
  const verdicts = [
    { situation: 'retry-after', verdict: 'right' },
    { situation: 'retry-after', verdict: 'wrong' },
    { situation: 'retry-after', verdict: 'not-shown' },
    { situation: 'lost-create', verdict: 'not-shown' },
  ]
  const goals = [{ isReached: true }, { isReached: false }, { isReached: true }]
  const measured = measure({ score: { percent: 60 }, goals, verdicts })
  t.strictSame(measured, {
    score: 60,
    goals: { right: 2, total: 3 },
    habits: { 'retry-after': { right: 1, total: 2 } },
  })
  const table = writeTable({ got: { date: '2026-11-26', platform: 'Node.js 20', version: '14.6.6', ...measured } })
  t.match(table, 'Measured on 2026-11-26, on Node.js 20.')
  t.match(table, '| Client | Version | Set-up | Score | Goals | `retry-after` |\n')
  t.match(table, '| [got](../examples/drill/javascript/got.mjs) | 14.6.6 | defaults | 60 % | 2/3 | 1/2 |\n')
  t.match(table, 'Not measured: fetch, axios,')
})
