import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { drill } from '../src/cli/drill.js'
import { EXIT_CODES } from '../src/contract/command-failed.js'
import { TITLES } from '../src/drills/task.js'
import { ROWS } from '../src/habits/rows/index.js'

const page = readFileSync(join(import.meta.dirname, '../docs/drill.md'), 'utf8')

/** The rows of the tables in a section, as lists of cells. */
function rowsOf(section: string): string[][] {
  const [, text = ''] = page.split(`\n## ${section}\n`)
  const [own = ''] = text.split('\n## ')
  return [...own.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

t.test('docs/drill.md: the table of situations has those of the code', async (t) => {
  const [, , ...rows] = rowsOf('What is judged')
  t.strictSame(
    rows,
    ROWS.map(({ name, title, right }) => [`\`${name}\``, title, right]),
  )
})

t.test('docs/drill.md: the tables of options and exit codes have those of the command', async (t) => {
  const cells = rowsOf('Options').map(([first = '']) => first)
  const documented = cells.flatMap((cell) => cell.match(/--[a-z][\w-]*/g) ?? [])
  t.strictSame(
    documented.sort(),
    drill()
      .options.map(({ long }) => long as string)
      .sort(),
  )
  const codes = cells.filter((cell) => /^\d+$/.test(cell)).map(Number)
  // Only grades have control runs.
  const { controlFailed: _, ...ofDrill } = EXIT_CODES
  t.strictSame(codes, Object.values(ofDrill))
})

t.test('docs/drill.md: the task has the titles of the code', async (t) => {
  t.match(page, `\`${TITLES[0]}\` to \`${TITLES.at(-1)}\``)
})
